import { fault } from '../../faults/fault.js';
import type { Faults } from '../../faults/faults.js';
import { isWebUrl, maxUrlLength } from '../options/option-list.js';
import { checkFormat } from './text-field.js';

const format = {
  maxLength: maxUrlLength,
  isValid: isWebUrl,
  fault: fault('invalid_url'),
};

/** Validates a URL. */
export function checkUrl(value: unknown, path: string, faults: Faults): string | undefined {
  return checkFormat(format, value, path, faults);
}
