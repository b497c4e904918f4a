import { fault } from '../../faults/fault.js';
import type { Faults } from '../../faults/faults.js';
import { countCodePoints, isStorable } from '../../validation/text.js';
import type { Contribution } from '../contribution.js';
import { collapseSpaces } from '../text/normalize-text.js';
import type { ItemWithId } from './option-list.js';

export const maxWriteInLength = 200;

export interface ChoiceDefinition {
  readonly options: readonly ItemWithId[];
  readonly min: number;
  readonly max: number;
  /** Whether a write-in may stand among the choices. */
  readonly other: boolean;
}

/** Option ids in the options' order, and what was written in. */
export interface ChoiceAnswer {
  readonly choices: readonly string[];
  readonly other: string | null;
}

/** What is given: ids, and a write-in beside them. */
export interface ChoiceValues {
  readonly choices: unknown;
  readonly other: unknown;
  readonly choicesPath: string;
  readonly otherPath: string;
}

/** One or several of a list, maybe with an answer of one's own. A write-in counts as one choice. */
export const choiceInput = {
  check(definition: ChoiceDefinition, given: ChoiceValues, faults: Faults): ChoiceAnswer | undefined {
    const choices = checkIds(definition.options, given.choices, given.choicesPath, faults);
    const other = checkWriteIn(definition, given.other, given.otherPath, faults);
    if (choices === undefined || other === undefined) return undefined;
    const picked = choices.length + (other === null ? 0 : 1);
    if (picked < definition.min) {
      faults.add(
        given.choicesPath,
        definition.min === 1 ? fault('nothing_chosen') : fault('too_few_chosen', { min: definition.min }),
      );
    }
    if (picked > definition.max) {
      faults.add(
        given.choicesPath,
        definition.max === 1 ? fault('choose_one') : fault('too_many_chosen', { max: definition.max }),
      );
    }
    const order = definition.options.map(({ id }) => id).filter((id) => choices.includes(id));
    return { choices: order, other };
  },

  contribute: ({ choices, other }: ChoiceAnswer, input: string): Contribution[] => [
    ...choices.map((id) => ({ bucket: id, n: 1 })),
    ...(other === null ? [] : [{ writeIn: other, input }]),
  ],
};

/** Ids of parts, each known and none twice, as they were given. */
export function checkIds(
  parts: readonly ItemWithId[],
  given: unknown,
  path: string,
  faults: Faults,
): string[] | undefined {
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given)) {
    faults.add(path, fault('not_a_list_of_ids'));
    return undefined;
  }
  const ids: string[] = [];
  for (const [at, id] of given.entries()) {
    if (typeof id !== 'string' || !parts.some((part) => part.id === id))
      faults.add(`${path}.${at}`, fault('unknown_option'));
    else if (ids.includes(id)) faults.add(`${path}.${at}`, fault('chosen_twice'));
    else ids.push(id);
  }
  return ids.length === given.length ? ids : undefined;
}

/** An answer of the visitor's own; null where there is none, undefined where it will not do. */
export function checkWriteIn(
  { other }: Pick<ChoiceDefinition, 'other'>,
  given: unknown,
  path: string,
  faults: Faults,
): string | null | undefined {
  if (given === undefined || given === null) return null;
  if (!other) faults.add(path, fault('write_in_not_allowed'));
  else if (typeof given !== 'string') faults.add(path, fault('not_a_string'));
  else if (!isStorable(given)) faults.add(path, fault('invalid_characters'));
  else {
    const text = collapseSpaces(given);
    if (countCodePoints(text) <= maxWriteInLength) return text === '' ? null : text;
    faults.add(path, fault('too_long', { max: maxWriteInLength }));
  }
  return undefined;
}
