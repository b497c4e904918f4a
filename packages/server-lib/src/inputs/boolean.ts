import type { Faults } from './input.js';

/** Yes or no. */
export const boolean = {
  check(given: unknown, path: string, faults: Faults): boolean | undefined {
    if (typeof given === 'boolean') return given;
    faults.add(path, 'Must be true or false.');
    return undefined;
  },

  /** What a plain form's field says; a checked box without a value of its own sends `on`. */
  read(field: unknown): unknown {
    if (field === 'on' || field === 'true') return true;
    return field === 'false' ? false : field;
  },
};
