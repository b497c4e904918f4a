import type { Faults } from '../../base/faults/faults.js';
import { fault } from '../../shared/faults/fault.js';
import { checkFormat } from './text-field.js';

const format = { maxLength: 10, isValid: isDate, fault: fault('invalid_date') };

/** Validates a date. */
export function checkDate(value: unknown, path: string, faults: Faults): string | undefined {
  return checkFormat(format, value, path, faults);
}

/** Returns whether a text is an existing date in the format `2026-01-31`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith('0000')) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  // `Date` accepts 30 February as 2 March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
