import type { Faults } from '../../base/faults/faults.js';
import { countCodePoints, isStorable } from '../../base/validation/text.js';
import { fault } from '../../shared/faults/fault.js';

/** The maximum length of an answer. */
export const maxTextLength = 5_000;

export interface TextDefinition {
  readonly min: number;
  readonly max: number;
}

/** A text. A blank text counts as not answered. */
export const textInput = {
  check({ min, max }: TextDefinition, value: unknown, path: string, faults: Faults): string | undefined {
    if (typeof value !== 'string') {
      faults.add(path, fault('not_a_string'));
      return undefined;
    }
    if (!isStorable(value)) {
      faults.add(path, fault('invalid_characters'));
      return undefined;
    }
    const trimmed = value.trim();
    if (trimmed === '') return undefined;
    const length = countCodePoints(trimmed);
    if (length > max) faults.add(path, fault('too_long', { max }));
    if (length < min) faults.add(path, fault('too_short', { min }));
    return trimmed;
  },
};
