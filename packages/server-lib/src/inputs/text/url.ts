import { fault } from '../../faults/fault.js';
import type { Faults } from '../../faults/faults.js';
import { isWebUrl, maxUrlLength } from '../options/option-list.js';
import { checkFormat } from './text-field.js';

const shape = {
  longest: maxUrlLength,
  fits: isWebUrl,
  wanted: fault('invalid_url'),
};

/** A web address. */
export function checkUrl(given: unknown, path: string, faults: Faults): string | undefined {
  return checkFormat(shape, given, path, faults);
}
