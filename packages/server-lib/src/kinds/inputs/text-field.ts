import { z } from 'zod';
import type { Faults } from '../../base/faults/faults.js';
import type { Fault } from '../../shared/faults/fault.js';
import { maxTextLength, textInput } from './text.js';

export interface LengthBounds {
  readonly min_length: number | null;
  readonly max_length: number | null;
}

const length = z.int().max(maxTextLength);

/** The members that limit the length of a text, in code points. */
export const lengthMembers = {
  min_length: length.min(0).nullable().optional(),
  max_length: length.min(1).nullable().optional(),
};

/** Validates a text. Normalizes the line breaks that HTML forms send, CR LF, to LF. */
export function checkText(lengths: LengthBounds, value: unknown, path: string, faults: Faults): string | undefined {
  const { min_length, max_length } = lengths;
  const normalized = typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value;
  return textInput.check({ min: min_length ?? 0, max: max_length ?? maxTextLength }, normalized, path, faults);
}

/** Validates a text of any length up to the maximum. */
export function checkAnyText(value: unknown, path: string, faults: Faults): string | undefined {
  return checkText({ min_length: null, max_length: null }, value, path, faults);
}

/** Validates a text with a format, and adds `fault` if it does not match. */
export function checkFormat(
  { maxLength, isValid, fault }: { maxLength: number; isValid: (text: string) => boolean; fault: Fault },
  value: unknown,
  path: string,
  faults: Faults,
): string | undefined {
  const answer = textInput.check({ min: 0, max: maxLength }, value, path, faults);
  if (answer !== undefined && !isValid(answer)) faults.add(path, fault);
  return answer;
}
