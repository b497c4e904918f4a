import { z } from 'zod';
import { faultMessage } from '../../base/faults/zod-faults.js';
import { boundedArray } from '../../base/validation/bounded.js';
import { documented } from '../../base/validation/documented.js';
import { rawText } from '../../base/validation/text.js';
import { parseTime } from '../../base/validation/time.js';
import { externalIdSchema } from '../../owners/accounts/host-user.js';
import { type Fault, fault } from '../../shared/faults/fault.js';
import { normalizeLanguage } from '../submit/answer-language.js';
import { parseVoterRef } from '../submit/voter-ref.js';
import { unknownLanguage } from './answer-selection.js';
import { columnOperators } from './column-condition.js';
import { maxColumnConditions, maxColumnLength, maxComparedLength, maxSearchLength } from './limits.js';
import { toBoolean, toNumber } from './param-values.js';

/** A `+` that was not percent-encoded arrives as a space. In a timestamp it can only precede the UTC offset. */
const unencodedPlus = / (?=\d\d:\d\d$)/;

/** The maximum length of a parameter, and of a write-in before its spaces are collapsed. */
const maxParamLength = 100;
const maxOtherLength = 1_000;
/** The maximum length of an operator with its two colons. */
const maxOperatorLength = 20;
/** Returns the schema of a parameter. `read` returns undefined for an invalid text. */
function param<Value>(read: (text: string) => Value | undefined, invalid: Fault) {
  return rawText(maxParamLength, invalid).transform((text, context): Value => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: faultMessage(invalid) });
    return z.NEVER;
  });
}

const voterRef = param(parseVoterRef, fault('invalid_voter_ref'));
const language = param(
  (text) => (text === unknownLanguage ? text : (normalizeLanguage(text) ?? undefined)),
  fault('invalid_locale'),
);

/** Returns the schema of a parameter with a time. */
export function timeParam(description: string) {
  return param((text) => parseTime(text.replace(unencodedPlus, '+')), fault('invalid_timestamp'))
    .optional()
    .register(documented, { format: 'date-time', maxLength: undefined, description });
}

/** The parameters that filter the answers of all kinds. */
export const sharedFilters = {
  since: timeParam('Only answers from this time on.'),
  until: timeParam('Only answers before this time.'),
  updated_since: timeParam('Only answers created or changed from this time on.'),
  voter_ref: voterRef.optional().register(documented, {
    pattern: '^[0-9a-f]{32}$',
    maxLength: undefined,
    description: 'Only answers of this visitor.',
  }),
  respondent: externalIdSchema.optional().register(documented, {
    description: 'Only answers of this user of your app, by your own ID, unless anonymous.',
  }),
  language: language.optional().register(documented, {
    description: `Only answers in this language: "pt" also finds "pt-BR", "${unknownLanguage}" those without one.`,
  }),
  filter: z
    .preprocess(
      (value) => (typeof value === 'string' ? [value] : value),
      boundedArray(rawText(maxColumnLength + maxOperatorLength + maxComparedLength), { max: maxColumnConditions }),
    )
    .optional()
    .register(documented, {
      description: `Conditions such as "field.age:at_least:18". Operators: ${columnOperators.join(', ')}.`,
    }),
  q: rawText(maxSearchLength).optional().register(documented, {
    description: 'Only answers that contain this text.',
  }),
  tag: rawText(maxParamLength).optional().register(documented, {
    description: 'Only answers with this tag.',
  }),
};

/** The parameters that filter answers by their content, of all kinds. */
export const contentFilters = {
  choice: rawText(maxParamLength).optional().register(documented, {
    description: 'Only votes for the option with this ID.',
  }),
  other: rawText(maxOtherLength).optional().register(documented, {
    description: 'Only votes with this write-in.',
  }),
  min_score: param(toNumber, fault('not_a_number')).optional().register(documented, {
    type: 'number',
    maxLength: undefined,
    description: 'Only attempts with at least this score.',
  }),
  passed: param(toBoolean, fault('not_a_boolean')).optional().register(documented, {
    type: 'boolean',
    maxLength: undefined,
    description: 'Only attempts that passed, or that did not.',
  }),
};
