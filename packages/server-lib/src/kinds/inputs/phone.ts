import type { Faults } from '../../base/faults/faults.js';
import { fault } from '../../shared/faults/fault.js';
import { checkFormat } from './text-field.js';

const minDigits = 5;
const maxDigits = 20;

const format = {
  maxLength: 50,
  isValid: isPhone,
  fault: fault('invalid_phone', { min: minDigits, max: maxDigits }),
};

/** Validates a phone number by its format. */
export function checkPhone(value: unknown, path: string, faults: Faults): string | undefined {
  return checkFormat(format, value, path, faults);
}

function isPhone(text: string): boolean {
  if (!/^[+(\d][\d ()./-]*$/.test(text)) return false;
  const digits = text.replace(/\D/g, '').length;
  return digits >= minDigits && digits <= maxDigits;
}
