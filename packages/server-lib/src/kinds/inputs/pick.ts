import { Faults } from '../../base/faults/faults.js';
import { isObject } from '../../base/validation/objects.js';
import type { Contribution } from '../../core/results/contribution.js';
import { fault } from '../../shared/faults/fault.js';
import { checkWriteIn } from './choice.js';
import type { ItemWithId } from './option-list.js';

/** The ID of an option, or a write-in. */
export type Picked = string | { readonly other: string };

export interface PickDefinition {
  readonly options: readonly ItemWithId[];
  readonly other: boolean;
}

export interface PickSeveralDefinition extends PickDefinition {
  readonly min: number;
  readonly max: number;
}

/** A choice of options, in which a write-in can replace an ID. */
export const pickInput = {
  checkOne(definition: PickDefinition, value: unknown, path: string, faults: Faults): Picked | undefined {
    if (isObject(value)) return checkWriteInMember(definition, value, path, faults);
    if (Array.isArray(value)) faults.add(path, fault('choose_one'));
    else if (!definition.options.some(({ id }) => id === value)) faults.add(path, fault('unknown_option'));
    return typeof value === 'string' ? value : undefined;
  },

  /** Validates several choices. Returns them in the order of the options, with the write-in last. */
  checkSeveral(definition: PickSeveralDefinition, value: unknown, path: string, faults: Faults): Picked[] | undefined {
    if (!Array.isArray(value)) {
      faults.add(path, fault('not_a_list_of_ids'));
      return undefined;
    }
    const known = new Set(definition.options.map(({ id }) => id));
    const ids = new Set<string>();
    const writeIns: Picked[] = [];
    const choiceFaults = new Faults();
    for (const [at, choice] of value.entries()) {
      const choicePath = `${path}.${at}`;
      if (isObject(choice)) {
        const writeIn = checkWriteInMember(definition, choice, choicePath, choiceFaults);
        if (writeIn && writeIns.length > 0) choiceFaults.add(choicePath, fault('one_write_in'));
        else if (writeIn) writeIns.push(writeIn);
      } else if (typeof choice !== 'string' || !known.has(choice))
        choiceFaults.add(choicePath, fault('unknown_option'));
      else if (ids.has(choice)) choiceFaults.add(choicePath, fault('chosen_twice'));
      else ids.add(choice);
    }
    if (choiceFaults.any) {
      faults.include(choiceFaults);
      return undefined;
    }
    const picked = [...[...known].filter((id) => ids.has(id)), ...writeIns];
    if (picked.length === 0) return undefined;
    if (picked.length < definition.min) faults.add(path, fault('too_few_chosen', { min: definition.min }));
    if (picked.length > definition.max) faults.add(path, fault('too_many_chosen', { max: definition.max }));
    return picked;
  },

  contribute: (picked: readonly Picked[], input: string): Contribution[] =>
    picked.map((choice) => (typeof choice === 'string' ? { bucket: choice, n: 1 } : { writeIn: choice.other, input })),
};

function checkWriteInMember(
  definition: PickDefinition,
  value: object,
  path: string,
  faults: Faults,
): { other: string } | undefined {
  for (const name of Object.keys(value)) if (name !== 'other') faults.add(`${path}.${name}`, fault('unknown_field'));
  const text = checkWriteIn(definition, 'other' in value ? value.other : undefined, `${path}.other`, faults);
  return text ? { other: text } : undefined;
}
