import { z } from 'zod';
import { faultMessage } from '../../base/faults/zod-faults.js';
import { boundedArray, checkedLater } from '../../base/validation/bounded.js';
import { tryCheck } from '../../base/validation/check.js';
import { component, described, documented } from '../../base/validation/documented.js';
import { isObject } from '../../base/validation/objects.js';
import { rawText, text } from '../../base/validation/text.js';
import type { Comparison, Condition, ConditionSubject, Operand, When } from '../../shared/contract/resources.js';
import { type Fault, fault } from '../../shared/faults/fault.js';
import { deepestGroup, mostConditions } from '../../shared/logic/limits.js';
import { maxIdLength } from '../inputs/option-list.js';

const mostDays = 36_500;
const mostCompared = 200;

const subjectNames = ['field', 'count', 'variable'] as const;
const groupNames = ['all', 'any', 'none'] as const;

const shortText = text(500);
const reference = rawText(maxIdLength);
const scalar = z.union([shortText, z.number(), z.boolean()], { error: faultMessage(fault('not_a_scalar')) });

const operandBranches = [
  shortText,
  z.number(),
  z.boolean(),
  z.strictObject({ field: described(reference, 'The ID of an earlier field, whose answer is compared.') }),
  z.strictObject({ variable: described(reference, 'The ID of a variable.') }),
  z.strictObject({ today: described(z.int().min(-mostDays).max(mostDays), 'The date in UTC, plus this many days.') }),
] as const;

/** What a condition compares with. */
export const operandSchema: z.ZodType<Operand> = component(
  'Operand',
  z.union(operandBranches, { error: faultMessage(fault('not_an_operand')) }),
  { description: 'A value, the answer to an earlier field, a variable, or a date relative to today.' },
);

const comparisons = {
  is: operandSchema,
  is_not: operandSchema,
  one_of: boundedArray(scalar, { min: 1, max: mostCompared }),
  contains: operandSchema,
  starts_with: operandSchema,
  greater: operandSchema,
  at_least: operandSchema,
  less: operandSchema,
  at_most: operandSchema,
  between: z.tuple([operandSchema, operandSchema]),
  before: operandSchema,
  after: operandSchema,
  answered: z.boolean(),
};

const references = { field: reference, row: reference, count: reference, variable: reference };
const field = described(reference, 'The ID of an earlier field.');
const subjectSchema = component(
  'ConditionSubject',
  z.union([
    z.object({ field }),
    z.object({ field, row: described(reference, 'The ID of a row of the matrix `field`.') }),
    z.object({ count: described(reference, 'The ID of an earlier field, whose choices or answered rows count.') }),
    z.object({ variable: described(reference, 'The ID of a variable.') }),
  ]),
  { description: 'What a condition is about: an answer, a row of a matrix, a number of choices, or a variable.' },
);
const comparisonSchema = component(
  'Comparison',
  z.union([
    z.object({ is: comparisons.is }),
    z.object({ is_not: comparisons.is_not }),
    z.object({ one_of: comparisons.one_of }),
    z.object({ contains: comparisons.contains }),
    z.object({ starts_with: comparisons.starts_with }),
    z.object({ greater: comparisons.greater }),
    z.object({ at_least: comparisons.at_least }),
    z.object({ less: comparisons.less }),
    z.object({ at_most: comparisons.at_most }),
    z.object({ between: described(comparisons.between, 'The lowest and the highest value.') }),
    z.object({ before: comparisons.before }),
    z.object({ after: comparisons.after }),
    z.object({ answered: comparisons.answered }),
  ]),
  { description: 'How a condition compares.' },
);

const conditionSchema = component('Condition', z.intersection(subjectSchema, comparisonSchema), {
  description: 'A condition with one subject and one comparison.',
});

const list: z.ZodType<When[]> = z
  .array(z.lazy(() => whenSchema))
  .min(1)
  .max(mostConditions);

/** When something applies, in responses. */
export const whenSchema: z.ZodType<When> = component(
  'When',
  z.union([conditionSchema, z.object({ all: list }), z.object({ any: list }), z.object({ none: list })]),
  {
    description:
      'A condition, or a group of which `all`, `any` or `none` must be true. Groups can contain groups, up to four levels, with at most 50 conditions.',
  },
);

/** The maxima of a condition or a group in requests. */
const whenSizes: z.ZodType = z.lazy(() => {
  const group = boundedArray(whenSizes, { max: mostConditions });
  return z.object({ ...references, ...comparisons, all: group, any: group, none: group });
});

/** A condition in requests: one object for all subjects and comparisons, whose faults name the members. */
const conditionDraft = z
  .strictObject({ ...references, ...comparisons })
  .partial()
  .transform(({ field, row, count, variable, ...compared }, context): Condition => {
    const subject = subjectOf({ field, row, count, variable });
    const comparison = comparisonOf(compared);
    if (subject && comparison) return { ...subject, ...comparison };
    const fields = subject ? Object.keys(comparisons) : [...subjectNames, ...groupNames];
    context.addIssue({ code: 'custom', message: faultMessage(fault('one_field_of', { fields })) });
    return z.NEVER;
  })
  .register(documented, { describedBy: 'Condition' });

type Given<Members extends Record<string, z.ZodType>> = {
  readonly [Name in keyof Members]?: z.output<Members[Name]> | undefined;
};
type SubjectMembers = { readonly [Name in 'field' | 'row' | 'count' | 'variable']: string | undefined };

/** Returns the subject of a condition. Undefined if it has none or several. A row needs its field. */
function subjectOf({ field, row, count, variable }: SubjectMembers): ConditionSubject | undefined {
  if (row !== undefined) return field === undefined ? undefined : { field, row };
  if (numberOf([field, count, variable]) !== 1) return undefined;
  if (field !== undefined) return { field };
  if (count !== undefined) return { count };
  return variable === undefined ? undefined : { variable };
}

/** Returns the comparison of a condition. Undefined if it has none or several. */
function comparisonOf(given: Given<typeof comparisons>): Comparison | undefined {
  if (numberOf(Object.values(given)) !== 1) return undefined;
  const { is, is_not, one_of, contains, starts_with, greater, at_least, less, at_most, between, before, after } = given;
  if (is !== undefined) return { is };
  if (is_not !== undefined) return { is_not };
  if (one_of !== undefined) return { one_of };
  if (contains !== undefined) return { contains };
  if (starts_with !== undefined) return { starts_with };
  if (greater !== undefined) return { greater };
  if (at_least !== undefined) return { at_least };
  if (less !== undefined) return { less };
  if (at_most !== undefined) return { at_most };
  if (between !== undefined) return { between };
  if (before !== undefined) return { before };
  if (after !== undefined) return { after };
  return given.answered === undefined ? undefined : { answered: given.answered };
}

/** Returns the number of values that are given. */
function numberOf(values: readonly unknown[]): number {
  return values.filter((value) => value !== undefined).length;
}

/** When something applies, in requests. */
export const whenDraft = checkedLater('parseWhen', () => whenSizes)
  .transform((value, { issues }): When => parseWhen(value, [], { issues, left: mostConditions }) ?? z.NEVER)
  .register(documented, { describedBy: 'When' });

interface Parsing {
  readonly issues: z.core.$ZodRawIssue[];
  /** How many conditions may follow. */
  left: number;
}

/** Parses a condition or a group of conditions. Adds an issue and returns undefined if it is invalid. */
function parseWhen(value: unknown, path: readonly PropertyKey[], parsing: Parsing): When | undefined {
  const refuse = (problem: Fault, ...member: string[]) => {
    const message = faultMessage(problem);
    parsing.issues.push({ code: 'custom', message, input: value, path: [...path, ...member] });
    return undefined;
  };
  const [name, other] = isObject(value) ? groupNames.filter((group) => value[group] !== undefined) : [];
  if (!isObject(value) || name === undefined) return parseCondition(value, path, parsing);
  if (other !== undefined) return refuse(fault('one_field_of', { fields: [...groupNames] }));
  const unknown = Object.keys(value).find((member) => member !== name);
  if (unknown !== undefined) return refuse(fault('unknown_field'), unknown);
  const items: unknown = value[name];
  if (!Array.isArray(items)) return refuse(fault('not_an_array'), name);
  if (items.length === 0) return refuse(fault('too_few', { min: 1 }), name);
  if (items.length > mostConditions) return refuse(fault('too_many', { max: mostConditions }), name);
  if (path.length >= 2 * deepestGroup) return refuse(fault('too_deep', { max: deepestGroup }), name);
  const parsed: When[] = [];
  for (const [at, item] of items.entries()) {
    const one = parseWhen(item, [...path, name, at], parsing);
    if (one === undefined) return undefined;
    parsed.push(one);
  }
  return groupOf(name, parsed);
}

function groupOf(name: (typeof groupNames)[number], items: When[]): When {
  if (name === 'all') return { all: items };
  return name === 'any' ? { any: items } : { none: items };
}

function parseCondition(value: unknown, path: readonly PropertyKey[], parsing: Parsing): Condition | undefined {
  const { issues } = parsing;
  if (parsing.left-- === 0) {
    const message = faultMessage(fault('too_many_conditions', { max: mostConditions }));
    issues.push({ code: 'custom', message, input: value, path: [] });
    return undefined;
  }
  const result = tryCheck(conditionDraft, value);
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    const members = issue.code === 'unrecognized_keys' ? issue.keys : [];
    const add = (message: string, ...member: string[]) =>
      issues.push({ code: 'custom', input: value, message, path: [...path, ...issue.path, ...member] });
    if (members.length === 0) add(issue.message);
    for (const member of members) add(faultMessage(fault('unknown_field')), member);
  }
  return undefined;
}
