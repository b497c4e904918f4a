import { fault } from '../../faults/fault.js';
import type { Faults } from '../../faults/faults.js';
import type { UrlencodedFields } from '../../http/urlencoded.js';
import { type Picked, pick } from '../../inputs/options/pick.js';
import type { ChoiceField, FieldOption, MultipleChoiceField, OptionCount, WriteIn } from '../form-types.js';
import {
  anOption,
  type Cell,
  type FieldTallies,
  type FieldTypeDefinition,
  fieldNamed,
  share,
  single,
} from './field-type.js';

/** The name that write-ins have, after the field's. */
const writeInName = 'other';

/** What choosing one and choosing several have in common. */
const choosing = {
  ...single,
  hasName: (_field: unknown, rest: string) => rest === writeInName,
  parts: ({ options }: { options: readonly FieldOption[] }) => optionParts(options, 'options'),
  columns: ({ id, other }: { id: string; other: boolean }) => [id, ...(other ? [`${id}.${writeInName}`] : [])],
};

/** One of a list. */
export const choiceKind: FieldTypeDefinition<ChoiceField, string | WriteIn> = {
  ...choosing,
  settle: (draft, head, place) => ({
    ...head,
    type: draft.type,
    options: place.list('options', draft.options),
    other: draft.other ?? false,
  }),
  operators: (field) => ({ is: anOption(field), is_not: anOption(field) }),
  check: (field, given, path, faults) => pick.one(field, given, path, faults),
  read(field, fields) {
    const all = readAll(field, fields);
    return all.length > 1 ? all : all[0];
  },
  count: ({ id }, answer) => pick.count([answer], id),
  summarise: (field, counted) => ({ ...summarise(field, counted), type: field.type }),
  cells: (field, answer) => cells(field, answer === undefined ? undefined : [answer]),
};

/** Several of a list. */
export const multipleChoiceKind: FieldTypeDefinition<MultipleChoiceField, (string | WriteIn)[]> = {
  ...choosing,
  settle(draft, head, place) {
    const options = place.list('options', draft.options);
    const other = draft.other ?? false;
    const bounds = settleBounds(draft, options.length + (other ? 1 : 0), place);
    return { ...head, type: 'multiple_choice', options, other, ...bounds };
  },
  operators: (field) => ({ is: anOption(field), is_not: anOption(field), contains: anOption(field) }),
  check: ({ min_choices, max_choices, ...field }, given, path, faults) =>
    pick.several({ ...field, min: min_choices ?? 1, max: max_choices ?? Infinity }, given, path, faults),
  read(field, fields) {
    const all = readAll(field, fields);
    return all.length > 0 ? all : undefined;
  },
  count: ({ id }, answer) => pick.count(answer, id),
  summarise: (field, counted) => ({ ...summarise(field, counted), type: 'multiple_choice' }),
  cells: (field, answer) => cells(field, answer),
};

/** How many may be chosen, judged by how many there are. */
export function settleBounds(
  draft: { min_choices?: number | null | undefined; max_choices?: number | null | undefined },
  most: number,
  { path, faults }: { path: string; faults: Faults },
) {
  const [min_choices, max_choices] = [draft.min_choices ?? null, draft.max_choices ?? null];
  const tooMany = fault('more_than_options', { max: most });
  if (min_choices !== null && min_choices > most) faults.add(`${path}.min_choices`, tooMany);
  if (max_choices !== null && max_choices > most) faults.add(`${path}.max_choices`, tooMany);
  if (min_choices !== null && max_choices !== null && min_choices > max_choices)
    faults.add(`${path}.min_choices`, fault('greater_than', { field: 'max_choices' }));
  return { min_choices, max_choices };
}

/** Options or rows as parts that answers name, each under the bucket that counts it. */
export function optionParts(
  options: readonly FieldOption[],
  member: 'options' | 'rows',
  bucketOf: (id: string) => string = (id) => id,
) {
  return options.map(({ id }, at) => ({ path: `${member}.${at}`, id, bucket: bucketOf(id) }));
}

export function optionCount({ id, label }: FieldOption, count: number, of: number): OptionCount {
  return { id, label, count, share: share(count, of) };
}

function readAll({ id }: { id: string }, fields: Readonly<UrlencodedFields>): unknown[] {
  const ids = fieldNamed(fields, id) ?? [];
  const other = fieldNamed(fields, `${id}.${writeInName}`);
  return [...(Array.isArray(ids) ? ids : [ids]), ...(other === undefined ? [] : [{ other }])];
}

function summarise({ id, label, options }: ChoiceField | MultipleChoiceField, counted: FieldTallies) {
  const { answered, count, writeIns } = counted;
  return {
    id,
    label,
    answered,
    options: options.map((option) => optionCount(option, count(option.id), answered)),
    others: writeIns.map(({ text, votes }) => ({ text, count: votes })),
  };
}

function cells({ other }: { other: boolean }, answer: readonly Picked[] = []): Cell[] {
  const ids = answer.filter((one) => typeof one === 'string');
  const written = answer.find((one) => typeof one !== 'string');
  return [ids.length === 0 ? null : ids.join(' '), ...(other ? [written?.other ?? null] : [])];
}
