import type { Faults } from '../../base/faults/faults.js';
import { fault } from '../../shared/faults/fault.js';

/** A choice between true and false. */
export const booleanInput = {
  check(value: unknown, path: string, faults: Faults): boolean | undefined {
    if (typeof value === 'boolean') return value;
    faults.add(path, fault('not_a_boolean'));
    return undefined;
  },

  /** Returns the value of an HTML form field. A checked checkbox without a value sends `on`. */
  parseField(field: unknown): unknown {
    if (field === 'on' || field === 'true') return true;
    return field === 'false' ? false : field;
  },
};
