import { z } from 'zod';
import { faultMessage } from '../../base/faults/zod-faults.js';
import { boundedArray } from '../../base/validation/bounded.js';
import { component, described, documented } from '../../base/validation/documented.js';
import { rawText, text } from '../../base/validation/text.js';
import type { Condition, ShowIf } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import { mostConditions } from '../../shared/logic/visible-fields.js';
import { maxIdLength } from '../inputs/option-list.js';

const operators = ['is', 'is_not', 'contains', 'greater', 'less', 'answered'] as const;

const shortText = text(500);
const scalar = z.union([shortText, z.number(), z.boolean()], { error: faultMessage(fault('not_a_scalar')) });
const comparable = z.union([shortText, z.number()], { error: faultMessage(fault('not_a_string_or_number')) });
const field = described(rawText(maxIdLength), 'The ID of an earlier field.');
const members = {
  is: scalar,
  is_not: scalar,
  contains: shortText,
  greater: comparable,
  less: comparable,
  answered: z.boolean(),
};
const { is, is_not, contains, greater, less, answered } = members;

const conditionSchema = component(
  'Condition',
  z.union([
    z.object({ field, is }),
    z.object({ field, is_not }),
    z.object({ field, contains }),
    z.object({ field, greater }),
    z.object({ field, less }),
    z.object({ field, answered }),
  ]),
  { description: 'A condition on the answer to an earlier field. It has one operator.' },
);
const conditions = z.array(conditionSchema).min(1).max(mostConditions);

/** When a field shows, in responses. */
export const showIfSchema = component(
  'ShowIf',
  z.union([z.object({ all: conditions }), z.object({ any: conditions })]),
  {
    description: 'Shows a field if `all` of the conditions or `any` of the conditions are true.',
  },
);

/** A condition in requests: one object for all operators, whose faults name the members. */
const conditionDraft = z
  .strictObject({ field: rawText(maxIdLength), ...z.strictObject(members).partial().shape })
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
  })
  .register(documented, { describedBy: 'Condition' });

const conditionsDraft = boundedArray(conditionDraft, { min: 1, max: mostConditions }).optional();

/** When a field shows, in requests. */
export const showIfDraft = z
  .strictObject({ all: conditionsDraft, any: conditionsDraft })
  .transform(({ all, any }, context): ShowIf => {
    if (all && !any) return { all };
    if (any && !all) return { any };
    context.addIssue({ code: 'custom', message: faultMessage(fault('one_field_of', { fields: ['all', 'any'] })) });
    return z.NEVER;
  })
  .register(documented, { describedBy: 'ShowIf' });
