import type { Faults } from '../../base/faults/faults.js';
import { collapseSpaces } from '../../base/normalize-text.js';
import { countCodePoints, isStorable } from '../../base/validation/text.js';
import type { Contribution } from '../../core/results/contribution.js';
import { fault } from '../../shared/faults/fault.js';
import { type ItemWithId, idsOf } from './option-list.js';

export const maxWriteInLength = 200;

export interface ChoiceDefinition {
  readonly options: readonly ItemWithId[];
  readonly min: number;
  readonly max: number;
  /** Whether a write-in is allowed. */
  readonly other: boolean;
}

/** The chosen option IDs in the order of the options, and the write-in. */
export interface ChoiceAnswer {
  readonly choices: readonly string[];
  readonly other: string | null;
}

/** The values to validate, with their paths. */
export interface ChoiceValues {
  readonly choices: unknown;
  readonly other: unknown;
  readonly choicesPath: string;
  readonly otherPath: string;
}

/** One or several options of a list, optionally with a write-in, which counts as one choice. */
export const choiceInput = {
  check(definition: ChoiceDefinition, values: ChoiceValues, faults: Faults): ChoiceAnswer | undefined {
    const choices = checkIds(definition.options, values.choices, values.choicesPath, faults);
    const other = checkWriteIn(definition, values.other, values.otherPath, faults);
    if (choices === undefined || other === undefined) return undefined;
    const count = choices.length + (other === null ? 0 : 1);
    if (count < definition.min) {
      faults.add(
        values.choicesPath,
        definition.min === 1 ? fault('nothing_chosen') : fault('too_few_chosen', { min: definition.min }),
      );
    }
    if (count > definition.max) {
      faults.add(
        values.choicesPath,
        definition.max === 1 ? fault('choose_one') : fault('too_many_chosen', { max: definition.max }),
      );
    }
    return { choices: choices.length < 2 ? choices : inOptionOrder(definition.options, choices), other };
  },

  contribute: ({ choices, other }: ChoiceAnswer, input: string): Contribution[] => [
    ...choices.map((id) => ({ bucket: id, n: 1 })),
    ...(other === null ? [] : [{ writeIn: other, input }]),
  ],
};

/** Validates an array of option IDs. Each must exist and appear once. Keeps their order. */
export function checkIds(
  items: readonly ItemWithId[],
  value: unknown,
  path: string,
  faults: Faults,
): string[] | undefined {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    faults.add(path, fault('not_a_list_of_ids'));
    return undefined;
  }
  // Most answers choose one option. Two sets would take longer to create than this.
  const [only]: unknown[] = value;
  if (value.length === 1 && typeof only === 'string' && items.some(({ id }) => id === only)) return [only];
  const known = idsOf(items);
  const ids = new Set<string>();
  // Checks one item more than the list has. Among that many, at least one is unknown or repeated.
  for (let at = 0; at < value.length && at <= items.length; at++) {
    const id: unknown = value[at];
    if (typeof id !== 'string' || !known.has(id)) faults.add(`${path}.${at}`, fault('unknown_option'));
    else if (ids.has(id)) faults.add(`${path}.${at}`, fault('chosen_twice'));
    else ids.add(id);
  }
  return ids.size === value.length ? [...ids] : undefined;
}

/** Returns the IDs of chosen options in the order of the options. */
export function inOptionOrder(options: readonly ItemWithId[], chosen: readonly string[]): string[] {
  const ids = new Set(chosen);
  return options.map(({ id }) => id).filter((id) => ids.has(id));
}

/** Validates a write-in. Returns null if it is missing, and undefined if it is invalid. */
export function checkWriteIn(
  { other }: Pick<ChoiceDefinition, 'other'>,
  value: unknown,
  path: string,
  faults: Faults,
): string | null | undefined {
  if (value === undefined || value === null) return null;
  if (!other) faults.add(path, fault('write_in_not_allowed'));
  else if (typeof value !== 'string') faults.add(path, fault('not_a_string'));
  else if (!isStorable(value)) faults.add(path, fault('invalid_characters'));
  else {
    const text = collapseSpaces(value);
    if (countCodePoints(text) <= maxWriteInLength) return text === '' ? null : text;
    faults.add(path, fault('too_long', { max: maxWriteInLength }));
  }
  return undefined;
}
