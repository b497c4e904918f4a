import type { Faults } from '../../base/faults/faults.js';
import { withMembers } from '../../base/with-members.js';
import type { UrlencodedFields } from '../../http/urlencoded.js';
import type {
  ChoiceField,
  FieldOption,
  MultipleChoiceField,
  OptionCount,
  WriteIn,
} from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import { type Picked, pickInput } from '../inputs/pick.js';
import {
  type Cell,
  equalityOperators,
  type FieldTallies,
  type FieldTypeDefinition,
  ownField,
  requireOption,
  shareOf,
  singleColumnType,
} from './field-type.js';

/** The suffix of the field name and column of write-ins. */
const writeInName = 'other';

/** The members that single and multiple choice share. */
const choiceBase = {
  ...singleColumnType,
  isFieldName: (_field: unknown, rest: string) => rest === writeInName,
  referencedItems: ({ options }: { options: readonly FieldOption[] }) => referencedOptions(options, 'options'),
  csvColumns: ({ id, other }: { id: string; other: boolean }) => [id, ...(other ? [`${id}.${writeInName}`] : [])],
};

/** A single choice. */
export const choiceType: FieldTypeDefinition<ChoiceField, string | WriteIn> = {
  ...choiceBase,
  complete: (draft, head, context) => ({
    ...head,
    type: draft.type,
    options: context.assignOptionIds('options', draft.options),
    other: draft.other ?? false,
  }),
  operators: (field) => equalityOperators(requireOption(field)),
  check: (field, value, path, faults) => pickInput.checkOne(field, value, path, faults),
  parseFields(field, fields) {
    const choices = parseChoices(field, fields);
    return choices.length > 1 ? choices : choices[0];
  },
  contribute: ({ id }, answer) => pickInput.contribute([answer], id),
  summarize: (field, tallies) => ({ ...summarizeChoices(field, tallies), type: field.type }),
  csvCells: (field, answer) => choiceCells(field, answer === undefined ? undefined : [answer]),
};

/** A multiple choice. */
export const multipleChoiceType: FieldTypeDefinition<MultipleChoiceField, (string | WriteIn)[]> = {
  ...choiceBase,
  complete(draft, head, context) {
    const options = context.assignOptionIds('options', draft.options);
    const other = draft.other ?? false;
    const bounds = validateBounds(draft, options.length + (other ? 1 : 0), context);
    return { ...head, type: 'multiple_choice', options, other, ...bounds };
  },
  operators: (field) => ({ ...equalityOperators(requireOption(field)), contains: requireOption(field) }),
  check: ({ min_choices, max_choices, ...field }, value, path, faults) =>
    pickInput.checkSeveral(
      withMembers(field, { min: min_choices ?? 1, max: max_choices ?? Infinity }),
      value,
      path,
      faults,
    ),
  parseFields(field, fields) {
    const choices = parseChoices(field, fields);
    return choices.length > 0 ? choices : undefined;
  },
  contribute: ({ id }, answer) => pickInput.contribute(answer, id),
  summarize: (field, tallies) => ({ ...summarizeChoices(field, tallies), type: 'multiple_choice' }),
  csvCells: (field, answer) => choiceCells(field, answer),
};

/** Validates `min_choices` and `max_choices` against the number of options. */
export function validateBounds(
  draft: { min_choices?: number | null | undefined; max_choices?: number | null | undefined },
  max: number,
  { path, faults }: { path: string; faults: Faults },
) {
  const [min_choices, max_choices] = [draft.min_choices ?? null, draft.max_choices ?? null];
  const tooLarge = fault('more_than_options', { max });
  if (min_choices !== null && min_choices > max) faults.add(`${path}.min_choices`, tooLarge);
  if (max_choices !== null && max_choices > max) faults.add(`${path}.max_choices`, tooLarge);
  if (min_choices !== null && max_choices !== null && min_choices > max_choices)
    faults.add(`${path}.min_choices`, fault('greater_than', { field: 'max_choices' }));
  return { min_choices, max_choices };
}

/** Returns options or rows as items that answers may refer to. */
export function referencedOptions(
  options: readonly FieldOption[],
  member: 'options' | 'rows',
  bucketOf: (id: string) => string = (id) => id,
) {
  return options.map(({ id }, at) => ({ path: `${member}.${at}`, id, bucket: bucketOf(id) }));
}

export function optionCount({ id, label }: FieldOption, count: number, of: number): OptionCount {
  return { id, label, count, share: shareOf(count, of) };
}

function parseChoices({ id }: { id: string }, fields: Readonly<UrlencodedFields>): unknown[] {
  const ids = ownField(fields, id) ?? [];
  const other = ownField(fields, `${id}.${writeInName}`);
  return [...(Array.isArray(ids) ? ids : [ids]), ...(other === undefined ? [] : [{ other }])];
}

function summarizeChoices({ id, label, options }: ChoiceField | MultipleChoiceField, tallies: FieldTallies) {
  const { answered, count, writeIns } = tallies;
  return {
    id,
    label,
    answered,
    options: options.map((option) => optionCount(option, count(option.id), answered)),
    others: writeIns.map(({ text, votes }) => ({ text, count: votes })),
  };
}

function choiceCells({ other }: { other: boolean }, answer: readonly Picked[] = []): Cell[] {
  const ids = answer.filter((choice) => typeof choice === 'string');
  const writeIn = answer.find((choice) => typeof choice !== 'string');
  return [ids.length === 0 ? null : ids.join(' '), ...(other ? [writeIn?.other ?? null] : [])];
}
