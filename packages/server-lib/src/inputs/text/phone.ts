import { fault } from '../../faults/fault.js';
import type { Faults } from '../../faults/faults.js';
import { checkShaped } from './text-field.js';

const fewestDigits = 5;
const mostDigits = 20;

const shape = {
  longest: 50,
  fits: isPhone,
  wanted: fault('invalid_phone', { min: fewestDigits, max: mostDigits }),
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
