import { z } from 'zod';
import { fault } from '../../faults/fault.js';
import type { Faults } from '../../faults/faults.js';
import { checkFormat } from './text-field.js';

const shape = {
  longest: 254,
  fits: (text: string) => z.regexes.html5Email.test(text),
  wanted: fault('invalid_email'),
};

/** An address as browsers check it. */
export function checkEmail(given: unknown, path: string, faults: Faults): string | undefined {
  return checkFormat(shape, given, path, faults);
}
