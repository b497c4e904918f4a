import { fault } from '../faults/fault.js';
import type { Faults } from '../faults/faults.js';

/** Yes or no. */
export const booleanInput = {
  check(given: unknown, path: string, faults: Faults): boolean | undefined {
    if (typeof given === 'boolean') return given;
    faults.add(path, fault('not_a_boolean'));
    return undefined;
  },

  /** What a plain form's field says; a checked box without a value of its own sends `on`. */
  parseField(field: unknown): unknown {
    if (field === 'on' || field === 'true') return true;
    return field === 'false' ? false : field;
  },
};
