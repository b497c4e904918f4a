import type { Faults } from '../../base/faults/faults.js';
import type { UrlencodedFields } from '../../http/urlencoded.js';
import { fault } from '../../shared/faults/fault.js';
import { type ItemWithId, idsOf } from './option-list.js';

export interface MatchDefinition {
  readonly options: readonly ItemWithId[];
  readonly targets: readonly ItemWithId[];
}

/** A target for each option. Options may be omitted, and several options may have the same target. */
export const matchInput = {
  check(
    { options, targets }: MatchDefinition,
    value: unknown,
    path: string,
    faults: Faults,
  ): Record<string, string> | undefined {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      faults.add(path, fault('not_answers_by_id'));
      return undefined;
    }
    const [optionIds, targetIds] = [idsOf(options), idsOf(targets)];
    const pairs = new Map<string, string>();
    // Checks one option more than the question has. Among that many, at least one is unknown.
    for (const [option, target] of Object.entries(value).slice(0, options.length + 1)) {
      if (!optionIds.has(option)) faults.add(`${path}.${option}`, fault('unknown_field'));
      else if (target === null) continue;
      else if (typeof target !== 'string' || !targetIds.has(target))
        faults.add(`${path}.${option}`, fault('unknown_option'));
      else pairs.set(option, target);
    }
    return pairs.size === 0 ? undefined : Object.fromEntries(pairs);
  },

  /** Returns the pairs in the fields of an HTML form, which are named by `prefix` and an option ID. */
  parseFields(fields: Readonly<UrlencodedFields>, prefix: string): Record<string, unknown> | undefined {
    const pairs = Object.entries(fields)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length), value] as const);
    return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
  },
};
