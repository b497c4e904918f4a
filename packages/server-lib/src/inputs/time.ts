import type { Faults } from './input.js';
import { checkShaped } from './text-field.js';

const shape = { longest: 8, fits: isTimeOfDay, wanted: 'Must be a time of day like 09:05 or 09:05:30.' };

/** A time of day, wherever the visitor may be. */
export function checkTime(given: unknown, path: string, faults: Faults): string | undefined {
  return checkShaped(shape, given, path, faults);
}

/** Whether a text is a time that a clock shows. */
export function isTimeOfDay(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text);
}
