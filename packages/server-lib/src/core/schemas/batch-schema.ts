import { z } from 'zod';
import { boundedArray } from '../../base/validation/bounded.js';
import { component, componentOf, described } from '../../base/validation/documented.js';
import { fieldErrorsSchema, issueSchema } from '../../base/validation/error-schemas.js';
import { rawText } from '../../base/validation/text.js';
import { timeSchema } from '../../base/validation/time.js';
import { maxExternalIdLength } from '../../owners/accounts/host-user.js';
import type { BatchResult, RecordedResult, RefusedResult } from '../../shared/contract/batch-types.js';

/** The maximum number of answers in a batch. */
export const maxBatchSize = 1_000;

/** The maximum lengths of an IP address and of a language tag. */
const maxAddressLength = 45;
const maxLanguageLength = 35;

/** The members of an answer in a batch, in addition to those that a visitor sends. */
export const batchMembers = {
  id: described(
    rawText(255).min(1).optional(),
    'Your own ID of the answer, of printable ASCII characters. An answer with the same ID is recorded once within 24 hours.',
  ),
  created_at: described(
    timeSchema.optional(),
    'When the answer was given: not before the creation of the ask, and not in the future, give or take a second. If absent, now.',
  ),
  address: described(
    rawText(maxAddressLength).optional(),
    'The visitor’s IP address. Required with `one_per: "ip"`. Never stored.',
  ),
  user: described(
    rawText(maxExternalIdLength).min(1).optional(),
    'Your app’s own ID of the user who gave the answer. Required with `one_per: "user"`, and only allowed with it.',
  ),
  language: described(
    rawText(maxLanguageLength).optional(),
    'The language in which the visitor was asked, such as `de` or `pt-BR`.',
  ),
};

component('BatchMembers', z.strictObject(batchMembers), {
  description: 'The members of an answer in a batch, in addition to those that a visitor sends.',
  only: 'types',
});

/** The body of a request with a batch of answers. */
export function batchSchema<Answer extends z.ZodType>(answer: Answer) {
  return z.strictObject({
    answers: described(
      boundedArray(answer, { max: maxBatchSize }),
      'Up to 1,000 answers, which are recorded in this order.',
    ),
    atomic: described(z.boolean().optional(), 'Records either all answers or none.', false),
    receipts: described(
      z.boolean().optional(),
      'Sends receipts by email, if the form or quiz has `receipt`. They count as caused by the sender of the batch.',
      false,
    ),
  });
}

const recordedResult = componentOf<RecordedResult>()(
  'RecordedResult',
  z.object({
    status: described(z.literal([200, 201]), '201, or 200 if the answer replaced an earlier one of the same visitor.'),
    id: described(z.string(), 'The ID of the answer.'),
    replayed: described(
      z.exactOptional(z.literal(true)),
      'Set if an earlier answer with the same `id` was recorded, and this one was not recorded again.',
    ),
  }),
  {
    description: 'An answer of a batch that was recorded.',
    examples: [{ status: 201, id: 'vote_0mi2k4t8r7q3w9e1y5up' }],
  },
);

const refusedResult = componentOf<RefusedResult>()(
  'RefusedResult',
  z.object({
    status: described(z.literal([409, 410, 422]), 'The status that the answer would get if it was sent alone.'),
    code: described(
      z.enum([
        ...(['closed', 'not_open', 'full', 'already_answered', 'too_late', 'gone', 'invalid'] as const),
        'idempotency_mismatch',
      ]),
      'The reason as a code for programs.',
    ),
    message: described(z.string(), 'The reason in English.'),
    errors: described(
      z.exactOptional(fieldErrorsSchema),
      'Only with the code `invalid`. The paths are those in the batch.',
    ),
    issues: described(z.exactOptional(z.array(issueSchema)), 'Only with the code `invalid`.'),
  }),
  {
    description: 'An answer of a batch that was not recorded.',
    examples: [{ status: 409, code: 'already_answered', message: 'You have already answered.' }],
  },
);

/** The results of the answers of a batch. */
export const batchResults = componentOf<BatchResult[]>()(
  'BatchResults',
  z.array(z.union([recordedResult, refusedResult])),
  {
    description: 'What became of each answer of a batch, in the same order.',
    examples: [
      [
        { status: 201, id: 'vote_0mi2k4t8r7q3w9e1y5up' },
        { status: 409, code: 'already_answered', message: 'You have already answered.' },
      ],
    ],
  },
);
