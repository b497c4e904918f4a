import { fault } from '../faults/fault.js';
import type { Faults } from '../faults/faults.js';
import { booleanInput } from './boolean.js';
import type { Contribution, Count } from './contribution.js';

const agreed = 'true';

/** A box to tick. Where it is required nothing but a tick will do. */
export const consentInput = {
  check(required: boolean, given: unknown, path: string, faults: Faults): boolean | undefined {
    const answer = booleanInput.check(given, path, faults);
    if (required && answer === false) faults.add(path, fault('required'));
    return answer;
  },

  contribute: (answer: boolean): Contribution[] => (answer ? [{ bucket: agreed, n: 1 }] : []),

  countAgreed: (count: Count): number => count(agreed),

  /** A box in a plain form often has a hidden field before it that says no; the last word counts. */
  parseField: (field: string | string[] | undefined): unknown => {
    const last = Array.isArray(field) ? field.at(-1) : field;
    if (last === '1') return true;
    return last === '0' || last === 'off' ? false : booleanInput.parseField(last);
  },
};
