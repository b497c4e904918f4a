import { fault } from '../../faults/fault.js';
import type { Faults } from '../../faults/faults.js';
import { checkFormat } from './text-field.js';

const shape = { longest: 8, fits: isTimeOfDay, wanted: fault('invalid_time_of_day') };

/** A time of day, wherever the visitor may be. */
export function checkTime(given: unknown, path: string, faults: Faults): string | undefined {
  return checkFormat(shape, given, path, faults);
}

/** Whether a text is a time that a clock shows. */
export function isTimeOfDay(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text);
}
