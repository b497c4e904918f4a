import type { Faults } from '../../base/faults/faults.js';
import type { Contribution, Count } from '../../core/results/contribution.js';
import { fault } from '../../shared/faults/fault.js';
import { booleanInput } from './boolean.js';

const agreed = 'true';

/** A checkbox. If it is required, it must be checked. */
export const consentInput = {
  check(required: boolean, value: unknown, path: string, faults: Faults): boolean | undefined {
    const answer = booleanInput.check(value, path, faults);
    if (required && answer === false) faults.add(path, fault('required'));
    return answer;
  },

  contribute: (answer: boolean): Contribution[] => (answer ? [{ bucket: agreed, n: 1 }] : []),

  countAgreed: (count: Count): number => count(agreed),

  /**
   * Returns the value of an HTML form field. A hidden field before the checkbox often sends the unchecked value, so the
   * last value counts.
   */
  parseField: (field: string | string[] | undefined): unknown => {
    const last = Array.isArray(field) ? field.at(-1) : field;
    if (last === '1') return true;
    return last === '0' || last === 'off' ? false : booleanInput.parseField(last);
  },
};
