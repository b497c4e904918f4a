import { fault } from '../../faults/fault.js';
import type { Faults } from '../../faults/faults.js';
import { checkFormat } from './text-field.js';

const shape = { longest: 10, fits: isDate, wanted: fault('invalid_date') };

/** A day of the calendar. */
export function checkDate(given: unknown, path: string, faults: Faults): string | undefined {
  return checkFormat(shape, given, path, faults);
}

/** Whether a text is a day that exists. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith('0000')) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  // Date takes 30 February for 2 March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
