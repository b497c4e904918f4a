import { z } from 'zod';
import type { Fault } from '../../faults/fault.js';
import type { Faults } from '../../faults/faults.js';
import { maxTextLength, textInput } from './text.js';

export interface LengthBounds {
  readonly min_length: number | null;
  readonly max_length: number | null;
}

const length = z.int().max(maxTextLength);

/** The members that say how long a text may be, in characters as people count them. */
export const lengthMembers = {
  min_length: length.min(0).nullable().optional(),
  max_length: length.min(1).nullable().optional(),
};

/** A text between two lengths. Lines end alike, whoever sent them: plain forms end them with CR and LF. */
export function checkText(lengths: LengthBounds, given: unknown, path: string, faults: Faults): string | undefined {
  const { min_length, max_length } = lengths;
  const even = typeof given === 'string' ? given.replaceAll('\r\n', '\n') : given;
  return textInput.check({ min: min_length ?? 0, max: max_length ?? maxTextLength }, even, path, faults);
}

/** A text whose lengths nobody chose. */
export function checkAnyText(given: unknown, path: string, faults: Faults): string | undefined {
  return checkText({ min_length: null, max_length: null }, given, path, faults);
}

/** A text of a shape; `wanted` says which, where it is not. */
export function checkFormat(
  { longest, fits, wanted }: { longest: number; fits: (text: string) => boolean; wanted: Fault },
  given: unknown,
  path: string,
  faults: Faults,
): string | undefined {
  const found = textInput.check({ min: 0, max: longest }, given, path, faults);
  if (found !== undefined && !fits(found)) faults.add(path, wanted);
  return found;
}
