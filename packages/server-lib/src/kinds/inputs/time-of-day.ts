import type { Faults } from '../../base/faults/faults.js';
import { fault } from '../../shared/faults/fault.js';
import { checkFormat } from './text-field.js';

const format = { maxLength: 8, isValid: isTimeOfDay, fault: fault('invalid_time_of_day') };

/** Validates a time of day without a time zone. */
export function checkTime(value: unknown, path: string, faults: Faults): string | undefined {
  return checkFormat(format, value, path, faults);
}

/** Returns whether a text is a time such as `09:05` or `09:05:30`. */
export function isTimeOfDay(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text);
}
