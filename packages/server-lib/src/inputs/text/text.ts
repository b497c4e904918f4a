import { fault } from '../../faults/fault.js';
import type { Faults } from '../../faults/faults.js';
import { countCodePoints, isStorable } from '../../validation/text.js';

/** What any text that answers something may hold at most. */
export const maxTextLength = 5_000;

export interface TextDefinition {
  readonly min: number;
  readonly max: number;
}

/** Words of the visitor's own. What is blank was not answered. */
export const textInput = {
  check({ min, max }: TextDefinition, given: unknown, path: string, faults: Faults): string | undefined {
    if (typeof given !== 'string') {
      faults.add(path, fault('not_a_string'));
      return undefined;
    }
    if (!isStorable(given)) {
      faults.add(path, fault('invalid_characters'));
      return undefined;
    }
    const trimmed = given.trim();
    if (trimmed === '') return undefined;
    const length = countCodePoints(trimmed);
    if (length > max) faults.add(path, fault('too_long', { max }));
    if (length < min) faults.add(path, fault('too_short', { min }));
    return trimmed;
  },
};
