import { z } from 'zod';
import type { Faults } from './input.js';
import { checkShaped } from './text-field.js';

const shape = {
  longest: 254,
  fits: (text: string) => z.regexes.html5Email.test(text),
  wanted: 'Must be an e-mail address like name@example.com.',
};

/** An address as browsers check it. */
export function checkEmail(given: unknown, path: string, faults: Faults): string | undefined {
  return checkShaped(shape, given, path, faults);
}
