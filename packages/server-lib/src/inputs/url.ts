import type { Faults } from './input.js';
import { isWebUrl, longestUrl } from './options.js';
import { checkShaped } from './text-field.js';

const shape = {
  longest: longestUrl,
  fits: isWebUrl,
  wanted: 'Must be a URL that begins with http:// or https://.',
};

/** A web address. */
export function checkUrl(given: unknown, path: string, faults: Faults): string | undefined {
  return checkShaped(shape, given, path, faults);
}
