import { z } from 'zod';
import { maxIssues } from '../../base/errors.js';
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

const field = described(reference, 'The ID of an earlier field.');

/** The subjects of conditions, by the member that tells them apart. */
const subjects = {
  field: z.object({ field }),
  row: z.object({ field, row: described(reference, 'The ID of a row of the matrix `field`.') }),
  count: z.object({ count: described(reference, 'The ID of an earlier field, whose choices or answered rows count.') }),
  variable: z.object({ variable: described(reference, 'The ID of a variable.') }),
};

const scalars = boundedArray(scalar, { min: 1, max: mostCompared });
const range = z.tuple([operandSchema, operandSchema]);

/** The comparisons of conditions, by their member. */
const comparisons = {
  is: z.object({ is: operandSchema }),
  is_not: z.object({ is_not: operandSchema }),
  one_of: z.object({ one_of: scalars }),
  contains: z.object({ contains: operandSchema }),
  starts_with: z.object({ starts_with: operandSchema }),
  greater: z.object({ greater: operandSchema }),
  at_least: z.object({ at_least: operandSchema }),
  less: z.object({ less: operandSchema }),
  at_most: z.object({ at_most: operandSchema }),
  between: z.object({ between: described(range, 'The lowest and the highest value.') }),
  before: z.object({ before: operandSchema }),
  after: z.object({ after: operandSchema }),
  answered: z.object({ answered: z.boolean() }),
};

const subjectSchema = component('ConditionSubject', z.union(Object.values(subjects)), {
  description: 'What a condition is about: an answer, a row of a matrix, a number of choices, or a variable.',
});
const comparisonSchema = component('Comparison', z.union(Object.values(comparisons)), {
  description: 'How a condition compares.',
});

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
  const parts = [...Object.values(subjects), ...Object.values(comparisons)];
  const members: [string, z.ZodType][] = parts.flatMap(({ shape }) => Object.entries(shape));
  return z.object({ ...Object.fromEntries(members), all: group, any: group, none: group });
});

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
  const refuse = (message: string, ...member: readonly PropertyKey[]) => {
    issues.push({ code: 'custom', input: value, message, path: [...path, ...member] });
    return undefined;
  };
  if (!isObject(value)) return refuse(faultMessage(fault('not_an_object')));
  const unknown = firstNames(value, (name) => !Object.hasOwn(subjects, name) && !Object.hasOwn(comparisons, name));
  for (const name of unknown) refuse(faultMessage(fault('unknown_field')), name);
  const [subject, comparison] = [subjectOf(value), onlySchema<z.ZodType<Comparison>>(comparisons, value)];
  if (!subject) return refuse(faultMessage(fault('one_field_of', { fields: [...subjectNames, ...groupNames] })));
  if (!comparison) return refuse(faultMessage(fault('one_field_of', { fields: Object.keys(comparisons) })));
  const [about, compared] = [tryCheck(subject, value), tryCheck(comparison, value)];
  if (about.success && compared.success)
    return unknown.length === 0 ? Object.assign(about.data, compared.data) : undefined;
  for (const { error } of [about, compared])
    for (const issue of error?.issues ?? []) {
      if (issue.code !== 'unrecognized_keys') refuse(issue.message, ...issue.path);
      else
        for (const name of issue.keys.slice(0, maxIssues))
          refuse(faultMessage(fault('unknown_field')), ...issue.path, name);
    }
  return undefined;
}

type Members = Readonly<Record<string, unknown>>;

/** Returns the first names that a condition is true for, as many as a response lists. */
function firstNames(members: Members, isFound: (name: string) => boolean): string[] {
  const found: string[] = [];
  for (const name of Object.keys(members)) {
    if (isFound(name)) found.push(name);
    if (found.length === maxIssues) break;
  }
  return found;
}

/** Returns the schema of the subject of a condition. Undefined if it has none or several. A row needs its field. */
function subjectOf(members: Members): z.ZodType<ConditionSubject> | undefined {
  const { row, ...others } = subjects;
  const subject = onlySchema<z.ZodType<ConditionSubject>>(others, members);
  if (members['row'] === undefined) return subject;
  return subject === subjects.field ? row : undefined;
}

/** Returns the schema whose member is given. Undefined if no member or several members are given. */
function onlySchema<Schema>(schemas: Readonly<Record<string, Schema>>, members: Members): Schema | undefined {
  const [name, other] = Object.keys(schemas).filter((member) => members[member] !== undefined);
  return name === undefined || other !== undefined ? undefined : schemas[name];
}
