import { fault } from '../../faults/fault.js';
import type { Faults } from '../../faults/faults.js';
import type { UrlencodedFields } from '../../http/urlencoded.js';
import type { LabelledItem } from './option-list.js';

export interface MatchDefinition {
  readonly options: readonly LabelledItem[];
  readonly targets: readonly LabelledItem[];
}

/** Each option with one of the targets; some may be left alone, and a target may go with several. */
export const match = {
  check(
    { options, targets }: MatchDefinition,
    given: unknown,
    path: string,
    faults: Faults,
  ): Record<string, string> | undefined {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) {
      faults.add(path, fault('not_answers_by_id'));
      return undefined;
    }
    const pairs = new Map<string, string>();
    for (const [left, right] of Object.entries(given)) {
      if (!options.some(({ id }) => id === left)) faults.add(`${path}.${left}`, fault('unknown_field'));
      else if (right === null) continue;
      else if (typeof right !== 'string' || !targets.some(({ id }) => id === right))
        faults.add(`${path}.${left}`, fault('unknown_option'));
      else pairs.set(left, right);
    }
    return pairs.size === 0 ? undefined : Object.fromEntries(pairs);
  },

  /** The pairs that a plain form's fields say: each named by `prefix` and an option's id. */
  read(fields: Readonly<UrlencodedFields>, prefix: string): Record<string, unknown> | undefined {
    const pairs = Object.entries(fields)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length), value] as const);
    return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
  },
};
