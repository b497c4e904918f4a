import { fault } from '../../faults/fault.js';
import { Faults } from '../../faults/faults.js';
import type { Contribution } from '../contribution.js';
import { checkWriteIn } from './choice.js';
import type { ItemWithId } from './option-list.js';

/** An option's id, or an answer of the visitor's own in its place. */
export type Picked = string | { readonly other: string };

export interface PickDefinition {
  readonly options: readonly ItemWithId[];
  readonly other: boolean;
}

export interface PickSeveralDefinition extends PickDefinition {
  readonly min: number;
  readonly max: number;
}

/** Options to choose from, where a write-in stands in the place of an id. */
export const pickInput = {
  checkOne(definition: PickDefinition, given: unknown, path: string, faults: Faults): Picked | undefined {
    if (isWriteIn(given)) return checkWriteInMember(definition, given, path, faults);
    if (Array.isArray(given)) faults.add(path, fault('choose_one'));
    else if (!definition.options.some(({ id }) => id === given)) faults.add(path, fault('unknown_option'));
    return typeof given === 'string' ? given : undefined;
  },

  /** In the options' order, a write-in last. */
  checkSeveral(definition: PickSeveralDefinition, given: unknown, path: string, faults: Faults): Picked[] | undefined {
    if (!Array.isArray(given)) {
      faults.add(path, fault('not_a_list_of_ids'));
      return undefined;
    }
    const known = new Set(definition.options.map(({ id }) => id));
    const ids = new Set<string>();
    const written: Picked[] = [];
    const wrong = new Faults();
    for (const [at, one] of given.entries()) {
      const place = `${path}.${at}`;
      if (isWriteIn(one)) {
        const own = checkWriteInMember(definition, one, place, wrong);
        if (own && written.length > 0) wrong.add(place, fault('one_write_in'));
        else if (own) written.push(own);
      } else if (typeof one !== 'string' || !known.has(one)) wrong.add(place, fault('unknown_option'));
      else if (ids.has(one)) wrong.add(place, fault('chosen_twice'));
      else ids.add(one);
    }
    if (wrong.any) {
      faults.include(wrong);
      return undefined;
    }
    const picked = [...[...known].filter((id) => ids.has(id)), ...written];
    if (picked.length === 0) return undefined;
    if (picked.length < definition.min) faults.add(path, fault('too_few_chosen', { min: definition.min }));
    if (picked.length > definition.max) faults.add(path, fault('too_many_chosen', { max: definition.max }));
    return picked;
  },

  contribute: (picked: readonly Picked[], input: string): Contribution[] =>
    picked.map((one) => (typeof one === 'string' ? { bucket: one, n: 1 } : { writeIn: one.other, input })),
};

function isWriteIn(given: unknown): given is object {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}

function checkWriteInMember(
  definition: PickDefinition,
  given: object,
  path: string,
  faults: Faults,
): { other: string } | undefined {
  for (const name of Object.keys(given)) if (name !== 'other') faults.add(`${path}.${name}`, fault('unknown_field'));
  const text = checkWriteIn(definition, 'other' in given ? given.other : undefined, `${path}.other`, faults);
  return text ? { other: text } : undefined;
}
