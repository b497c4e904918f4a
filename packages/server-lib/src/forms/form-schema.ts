import { z } from 'zod';
import { askMembers } from '../asks/definition/definition-schema.js';
import { fault } from '../faults/fault.js';
import { faultMessage } from '../faults/zod-faults.js';
import { numberMembers } from '../inputs/number/number-field.js';
import { scaleMember } from '../inputs/number/scale.js';
import { label, partId } from '../inputs/options/option-list.js';
import { lengthMembers } from '../inputs/text/text-field.js';
import { text } from '../validation/text.js';
import type { Condition, FieldType, FormChanges, FormDraft, ShowIf } from './form-types.js';

const mostFields = 200;
const mostOptions = 200;
const mostRows = 50;
const mostColumns = 20;
const mostConditions = 50;

const operators = ['is', 'is_not', 'contains', 'greater', 'less', 'answered'] as const;
const shortText = text(500);
const scalar = z.union([shortText, z.number(), z.boolean()], { error: faultMessage(fault('not_a_scalar')) });
const comparable = z.union([shortText, z.number()], { error: faultMessage(fault('not_a_string_or_number')) });

const condition = z
  .strictObject({
    field: z.string(),
    is: scalar.optional(),
    is_not: scalar.optional(),
    contains: shortText.optional(),
    greater: comparable.optional(),
    less: comparable.optional(),
    answered: z.boolean().optional(),
  })
  .transform(({ field, is, is_not, contains, greater, less, answered }, context): Condition => {
    const given: Condition[] = [];
    if (is !== undefined) given.push({ field, is });
    if (is_not !== undefined) given.push({ field, is_not });
    if (contains !== undefined) given.push({ field, contains });
    if (greater !== undefined) given.push({ field, greater });
    if (less !== undefined) given.push({ field, less });
    if (answered !== undefined) given.push({ field, answered });
    const [only, second] = given;
    if (only && !second) return only;
    context.addIssue({ code: 'custom', message: faultMessage(fault('one_field_of', { fields: operators })) });
    return z.NEVER;
  });

const conditions = z.array(condition).min(1).max(mostConditions).optional();

const showIf = z.strictObject({ all: conditions, any: conditions }).transform(({ all, any }, context): ShowIf => {
  if (all && !any) return { all };
  if (any && !all) return { any };
  context.addIssue({ code: 'custom', message: faultMessage(fault('one_field_of', { fields: ['all', 'any'] })) });
  return z.NEVER;
});

const option = z.union([label, z.strictObject({ id: partId.optional(), label })]);
const options = z.array(option).min(1).max(mostOptions);
const emptyIsNull = (value: string) => (value === '' ? null : value);

const head = {
  id: partId.optional(),
  help: text(5_000).transform(emptyIsNull).nullable().optional(),
  placeholder: text(500).transform(emptyIsNull).nullable().optional(),
  required: z.boolean().nullable().optional(),
  show_if: showIf.nullable().optional(),
};
const labelled = { ...head, label };
const bounds = {
  min_choices: z.int().min(1).max(mostOptions).nullable().optional(),
  max_choices: z
    .int()
    .min(1)
    .max(mostOptions + 1)
    .nullable()
    .optional(),
};
const other = z.boolean().nullable().optional();

const field = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.enum(['short_text', 'long_text']), ...labelled, ...lengthMembers }),
    z.strictObject({ type: z.literal('number'), ...labelled, ...numberMembers }),
    z.strictObject({ type: z.enum(['single_choice', 'dropdown']), ...labelled, options, other }),
    z.strictObject({ type: z.literal('multiple_choice'), ...labelled, options, other, ...bounds }),
    z.strictObject({ type: z.literal('ranking'), ...labelled, options, ...bounds }),
    z.strictObject({ type: z.literal('rating'), ...labelled, scale: scaleMember.nullable().optional() }),
    z.strictObject({
      type: z.literal('matrix'),
      ...labelled,
      rows: z.array(option).min(1).max(mostRows),
      options: options.max(mostColumns),
    }),
    z.strictObject({
      type: z.enum(['email', 'url', 'phone', 'date', 'time', 'scale', 'consent', 'heading']),
      ...labelled,
    }),
    z.strictObject({ type: z.enum(['hidden', 'page']), ...head, label: text(500).optional() }),
  ],
  { error: ({ code }) => (code === 'invalid_union' ? faultMessage(fault('unknown_field_type')) : undefined) },
);

type None<Type extends never> = Type;
/** Does not compile where a type of field has no schema. */
export type TypesWithoutSchema = None<Exclude<FieldType, z.infer<typeof field>['type']>>;

const fields = z.array(field).min(1).max(mostFields);

export const formDraft = z.strictObject({
  ...askMembers,
  title: askMembers.title.unwrap(),
  fields,
}) satisfies z.ZodType<FormDraft>;

export const formChanges = z.strictObject({
  ...askMembers,
  fields: fields.optional(),
}) satisfies z.ZodType<FormChanges>;
