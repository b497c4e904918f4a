import { z } from 'zod';
import { faultMessage } from '../../base/faults/zod-faults.js';
import { boundedArray } from '../../base/validation/bounded.js';
import { component, described, documented, translatable } from '../../base/validation/documented.js';
import { rawText, requiredText, text } from '../../base/validation/text.js';
import { webUrl } from '../../base/validation/web-url.js';
import { longText, maxTitleLength } from '../../core/schemas/ask-schema.js';
import type { RuleChange, RuleOperand, VariableRule } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import { maxVariable, maxVariableLength } from '../../shared/logic/limits.js';
import { decimalPlaces } from '../inputs/decimal.js';
import { maxDecimals } from '../inputs/millionths.js';
import { maxIdLength, partId } from '../inputs/option-list.js';
import { operandSchema, whenDraft, whenSchema } from './condition-schema.js';

export const mostNext = 50;
export const mostVariables = 50;
const mostRules = 50;
const mostEndings = 50;
export const mostQuotas = 50;
const mostQuotaAnswers = 1_000_000_000;

const reference = rawText(maxIdLength);
const shownWhen = (description: string) => described(whenSchema.nullable(), description);
const sentWhen = (description: string) => described(whenDraft.nullable(), description, null).optional();

const nextText = 'When the rule applies. Absent: always.';
const to = described(reference, 'The ID of a later field of the type `page`, the ID of an ending, or `submit`.');

/** Where a page leads to, in responses. */
export const nextSchema = z.array(
  component('NextRule', z.object({ when: shownWhen(nextText).exactOptional(), to }), {
    description: 'Where visitors go when they leave a page.',
  }),
);

/** Where a page leads to, in requests. */
export const nextDraft = boundedArray(
  component('NextRuleDraft', z.strictObject({ when: sentWhen(nextText), to }), {
    description: 'Where visitors go when they leave a page.',
  }).transform(({ when, to }) => (when ? { when, to } : { to })),
  { max: mostNext },
);

const welcomeMembers = {
  title: described(translatable(requiredText(maxTitleLength)), 'Plain text.'),
  text: described(longText.nullable(), 'Plain text.', null),
  button: described(
    translatable(text(100)).transform(emptyAsNull).nullable(),
    'The label of the button that starts the form.',
    null,
  ),
};
export const welcomeSchema = component('Welcome', z.object(welcomeMembers), {
  description: 'A page before the first field.',
});
export const welcomeDraft = component(
  'WelcomeDraft',
  z.strictObject(welcomeMembers).partial().extend({ title: welcomeMembers.title }),
  { description: 'A page before the first field.' },
);

const score = z.strictObject({
  score: described(reference, 'The ID of a field. The value is the sum of the `score` of its chosen options.'),
});
const ruleOperand: z.ZodType<RuleOperand> = component(
  'RuleOperand',
  z.union([operandSchema, score], {
    error: faultMessage(fault('not_an_operand')),
  }),
  { description: 'The value of a rule: an operand, or the score of a field.' },
);

const changes = {
  set: ruleOperand,
  add: ruleOperand,
  subtract: ruleOperand,
  multiply: ruleOperand,
  divide: ruleOperand,
};
const ruleText = 'When the rule applies. Absent: always.';
const changeSchema = component(
  'RuleChange',
  z.union([
    z.object({ set: ruleOperand }),
    z.object({ add: ruleOperand }),
    z.object({ subtract: ruleOperand }),
    z.object({ multiply: ruleOperand }),
    z.object({ divide: ruleOperand }),
  ]),
  { description: 'How a rule changes a variable.' },
);
const rules: z.ZodType<VariableRule[]> = z.array(
  component('VariableRule', z.intersection(z.object({ when: shownWhen(ruleText).exactOptional() }), changeSchema), {
    description: 'Changes a variable. Rules apply in order.',
  }),
);

const ruleDraft = z
  .strictObject({ when: sentWhen(ruleText), ...z.strictObject(changes).partial().shape })
  .transform(({ when, set, add, subtract, multiply, divide }, context): VariableRule => {
    const given: RuleChange[] = [
      ...(set === undefined ? [] : [{ set }]),
      ...(add === undefined ? [] : [{ add }]),
      ...(subtract === undefined ? [] : [{ subtract }]),
      ...(multiply === undefined ? [] : [{ multiply }]),
      ...(divide === undefined ? [] : [{ divide }]),
    ];
    const [only, second] = given;
    if (only && !second) return when ? { when, ...only } : only;
    context.addIssue({
      code: 'custom',
      message: faultMessage(fault('one_field_of', { fields: Object.keys(changes) })),
    });
    return z.NEVER;
  })
  .register(documented, { describedBy: 'VariableRule' });

const variableId = described(
  partId,
  '1 to 40 characters of `a-z`, `0-9`, `_` and `-`. Differs from the IDs of all fields.',
);
/** A value of a number variable. Its decimal places are limited, so that sums are always exact. */
export const variableNumber = z
  .number()
  .min(-maxVariable)
  .max(maxVariable)
  .refine((value) => decimalPlaces(value) <= maxDecimals, {
    error: faultMessage(fault('too_many_decimals', { max: maxDecimals })),
  });
const numberValue = described(variableNumber, 'The value before the first rule.');
const textValue = described(text(maxVariableLength), 'The value before the first rule.');

export const variablesSchema = z.array(
  component(
    'Variable',
    z.discriminatedUnion('type', [
      component('NumberVariable', z.object({ id: variableId, type: z.literal('number'), value: numberValue, rules }), {
        description: 'A number that is computed from answers.',
      }),
      component('TextVariable', z.object({ id: variableId, type: z.literal('text'), value: textValue, rules }), {
        description: 'A text that depends on answers. Its rules only have `set`.',
      }),
    ]),
    { description: 'A value that is computed from answers.' },
  ),
);
const rulesDraft = described(boundedArray(ruleDraft, { max: mostRules }), 'The changes, in order.', []).optional();
export const variablesDraft = boundedArray(
  component(
    'VariableDraft',
    z.discriminatedUnion('type', [
      component(
        'NumberVariableDraft',
        z.strictObject({ id: variableId, type: z.literal('number'), value: numberValue.optional(), rules: rulesDraft }),
        { description: 'A number that is computed from answers. It starts with 0 if `value` is absent.' },
      ),
      component(
        'TextVariableDraft',
        z.strictObject({ id: variableId, type: z.literal('text'), value: textValue.optional(), rules: rulesDraft }),
        { description: 'A text that depends on answers. It starts empty if `value` is absent.' },
      ),
    ]),
    { description: 'A variable in a request.' },
  ),
  { max: mostVariables },
);

export const outcomeSchema = component('FormOutcome', z.enum(['completed', 'disqualified']), {
  description: 'Whether a submission counts. A disqualified submission is listed, but not in results or limits.',
});
const endingId = described(
  partId,
  '1 to 40 characters of `a-z`, `0-9`, `_` and `-`, but not `submit`. Differs from the IDs of `page` fields. Generated if absent: `e1`, `e2` …',
);
export const endingButton = component(
  'EndingButton',
  z.object({
    label: described(translatable(requiredText(100)), 'Plain text.'),
    url: described(webUrl, 'HTTP or HTTPS URL.'),
  }),
  { description: 'A link at the end of a form.' },
);
const endingButtonDraft = component('EndingButtonDraft', z.strictObject(endingButton.shape), {
  description: 'A link at the end of a form.',
});
export const endingMembers = {
  title: described(translatable(requiredText(maxTitleLength)), 'Plain text.'),
  text: described(longText.nullable(), 'Plain text.', null),
  button: described(endingButton.nullable(), 'A link below the text.', null),
  url: described(webUrl.nullable(), 'HTTP or HTTPS URL to which visitors go instead of reading the ending.', null),
  outcome: described(outcomeSchema, 'Whether submissions with this ending count.', 'completed'),
};
const endingWhen = 'Visitors reach the first ending whose `when` is true. Null: always.';
export const endingsSchema = z.array(
  component('Ending', z.object({ id: endingId, when: shownWhen(endingWhen), ...endingMembers }), {
    description: 'What visitors see after they answer, depending on their answers.',
  }),
);
export const endingsDraft = boundedArray(
  component(
    'EndingDraft',
    z.strictObject({
      id: endingId.optional(),
      when: sentWhen(endingWhen),
      ...z
        .strictObject({
          ...endingMembers,
          button: described(endingButtonDraft.nullable(), 'A link below the text.', null),
        })
        .partial()
        .extend({ title: endingMembers.title }).shape,
    }),
    { description: 'An ending in a request.' },
  ),
  { max: mostEndings },
);

const quotaId = described(partId, '1 to 40 characters of `a-z`, `0-9`, `_` and `-`. Generated if absent: `q1`, `q2` …');
const quotaWhen = 'Submissions for which this is true count. Null: all.';
const limit = described(z.int().min(1).max(mostQuotaAnswers), 'Maximum number of submissions.');
const quotaEnding = described(
  reference.nullable(),
  'The ID of the ending for submissions above the limit. Null: they are refused with 409.',
  null,
);
export const quotasSchema = z.array(
  component('Quota', z.object({ id: quotaId, when: shownWhen(quotaWhen), limit, ending: quotaEnding }), {
    description: 'Limits the number of submissions of a kind.',
  }),
);
export const quotasDraft = boundedArray(
  component(
    'QuotaDraft',
    z.strictObject({ id: quotaId.optional(), when: sentWhen(quotaWhen), limit, ending: quotaEnding.optional() }),
    { description: 'A quota in a request.' },
  ),
  { max: mostQuotas },
);

function emptyAsNull(value: string): string | null {
  return value === '' ? null : value;
}
