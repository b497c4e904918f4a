import { fault } from '../../faults/fault.js';
import type { Faults } from '../../faults/faults.js';
import { checkFormat } from './text-field.js';

const minDigits = 5;
const maxDigits = 20;

const shape = {
  longest: 50,
  fits: isPhone,
  wanted: fault('invalid_phone', { min: minDigits, max: maxDigits }),
};

/** A phone number as people write it: whether anybody answers it can't be known anyway. */
export function checkPhone(given: unknown, path: string, faults: Faults): string | undefined {
  return checkFormat(shape, given, path, faults);
}

function isPhone(text: string): boolean {
  if (!/^[+(\d][\d ()./-]*$/.test(text)) return false;
  const digits = text.replace(/\D/g, '').length;
  return digits >= minDigits && digits <= maxDigits;
}
