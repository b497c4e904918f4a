import { z } from 'zod';
import type { Faults } from '../../base/faults/faults.js';
import { fault } from '../../shared/faults/fault.js';
import { checkFormat } from './text-field.js';

const format = {
  maxLength: 254,
  isValid: (text: string) => z.regexes.html5Email.test(text),
  fault: fault('invalid_email'),
};

/** Validates an email address by the same rules as browsers. */
export function checkEmail(value: unknown, path: string, faults: Faults): string | undefined {
  return checkFormat(format, value, path, faults);
}
