import { fault } from '../../faults/fault.js';
import type { Faults } from '../../faults/faults.js';
import { isWebUrl, longestUrl } from '../options/option-list.js';
import { checkShaped } from './text-field.js';

const shape = {
  longest: longestUrl,
  fits: isWebUrl,
  wanted: fault('invalid_url'),
};

/** A web address. */
export function checkUrl(given: unknown, path: string, faults: Faults): string | undefined {
  return checkShaped(shape, given, path, faults);
}
