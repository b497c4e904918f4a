import type { Faults } from './input.js';
import { checkShaped } from './text-field.js';

const fewestDigits = 5;
const mostDigits = 20;

const shape = {
  longest: 50,
  fits: isPhone,
  wanted: `Must be a phone number of ${fewestDigits} to ${mostDigits} digits, like +44 20 7946 0958.`,
};

/** A phone number as people write it: whether anybody answers it can't be known anyway. */
export function checkPhone(given: unknown, path: string, faults: Faults): string | undefined {
  return checkShaped(shape, given, path, faults);
}

function isPhone(text: string): boolean {
  if (!/^[+(\d][\d ()./-]*$/.test(text)) return false;
  const digits = text.replace(/\D/g, '').length;
  return digits >= fewestDigits && digits <= mostDigits;
}
