import { countCodePoints, isStorable } from '../validation/text.js';
import type { Faults } from './input.js';

/** What any text that answers something may hold at most. */
export const longestText = 5_000;

export interface TextDefinition {
  readonly min: number;
  readonly max: number;
}

/** Words of the visitor's own. What is blank was not answered. */
export const text = {
  check({ min, max }: TextDefinition, given: unknown, path: string, faults: Faults): string | undefined {
    if (typeof given !== 'string') {
      faults.add(path, 'Must be a string.');
      return undefined;
    }
    if (!isStorable(given)) {
      faults.add(path, 'Holds characters that can not be stored.');
      return undefined;
    }
    const trimmed = given.trim();
    if (trimmed === '') return undefined;
    const length = countCodePoints(trimmed);
    if (length > max) faults.add(path, `Takes at most ${max} characters.`);
    if (length < min) faults.add(path, `Needs at least ${min} characters.`);
    return trimmed;
  },
};
