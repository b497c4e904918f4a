import type { Faults } from '../../base/faults/faults.js';
import { fault } from '../../shared/faults/fault.js';
import { isSameContent } from './same-content.js';

/**
 * Validates a stored value by the check of its original. Adds a fault if the check returns another value, because the value would
 * not have been stored in this form.
 *
 * @param restore Returns the value to store. Adds faults if the value is invalid.
 */
export function checkStored(
  value: unknown,
  path: string,
  faults: Faults,
  restore: (members: Readonly<Record<string, unknown>>) => unknown,
): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    faults.add(path, fault('not_an_object'));
    return;
  }
  const restored = restore(Object.fromEntries(Object.entries(value)));
  if (!faults.any && !isSameContent(restored, value)) faults.add(path, fault('invalid_value'));
}
