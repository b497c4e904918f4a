import { z } from 'zod';
import { faultMessage } from '../../base/faults/zod-faults.js';
import { boundedRecord, checkedLater } from '../../base/validation/bounded.js';
import { timestampSchema } from '../../base/validation/common-schemas.js';
import { component, described } from '../../base/validation/documented.js';
import { isStorable, rawText } from '../../base/validation/text.js';
import { fault } from '../../shared/faults/fault.js';

const exampleDefinition = { title: 'Dinner?', options: [{ id: 'o1', label: 'Soup' }] };
const definition =
  'The body of a request that would create the poll, quiz or form, without `status`. It may be incomplete.';
const exampleRevision = 'rPq3tZx8KfYw1';

/** The changes of an ask that are not published. */
export const workingCopySchema = component(
  'WorkingCopy',
  z.object({
    definition: described(z.record(z.string(), z.unknown()), definition),
    revision: described(z.string(), 'Names this state. An update must name the state that it changes.'),
    changed: described(z.boolean(), 'Whether there are changes that are not published.'),
    outdated: described(
      z.boolean(),
      'Whether the poll, quiz or form was changed by other means since the first of these changes.',
    ),
    saved_at: described(timestampSchema.nullable(), 'When the changes were saved. Null without changes.'),
  }),
  {
    description: 'The changes of a poll, quiz or form that are not published, or its definition if there are none.',
    examples: [
      {
        definition: exampleDefinition,
        revision: exampleRevision,
        changed: true,
        outdated: false,
        saved_at: '2026-01-31T10:00:00.250118Z',
      },
    ],
  },
);

const revisionText = described(
  rawText(40).refine(isStorable, { error: faultMessage(fault('invalid_characters')) }),
  'The `revision` that you read. If it has changed since, the request fails with a 412.',
);

/** The query that names the changes to discard. */
export const discardedRevision = z.strictObject({ revision: revisionText });

/** The body of a request that saves or publishes changes. */
export const workingCopyChanges = component(
  'WorkingCopyChanges',
  z.strictObject({
    revision: revisionText,
    definition: described(
      boundedRecord(rawText(100), checkedLater('the service of working copies'), { max: 200 }).optional(),
      `${definition} Absent: it stays.`,
    ),
    publish: described(
      z.boolean().optional(),
      'Whether to publish the changes. They must then be complete, and existing answers must allow them.',
      false,
    ),
    status: described(z.literal('open').optional(), 'The new status when the changes are published. Absent: it stays.'),
  }),
  { examples: [{ revision: exampleRevision, definition: exampleDefinition, publish: true }] },
);
