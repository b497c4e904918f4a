import { fault } from '../../faults/fault.js';
import type { Faults } from '../../faults/faults.js';
import { isOnStep } from './decimal.js';

export interface NumberDefinition {
  readonly min: number | null;
  readonly max: number | null;
  /** Steps are counted from `min`, or from 0. */
  readonly step: number | null;
}

/** As plain forms write numbers: no hexadecimal, no separators of thousands. */
const numberPattern = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;

/** A number, compared and stepped as the decimal that was written. */
export const numberInput = {
  check({ min, max, step }: NumberDefinition, given: unknown, path: string, faults: Faults): number | undefined {
    if (typeof given !== 'number' || !Number.isFinite(given)) {
      faults.add(path, fault('not_a_number'));
      return undefined;
    }
    if (min !== null && given < min) faults.add(path, fault('too_small', { min }));
    if (max !== null && given > max) faults.add(path, fault('too_large', { max }));
    if (step !== null && !isOnStep(given, min ?? 0, step)) {
      faults.add(path, min === null ? fault('off_step', { step }) : fault('off_step_from', { step, min }));
    }
    // There is one zero.
    return given + 0;
  },

  /** The number that a plain form's field holds; what is none stays text, to be refused as such. */
  parseField(field: unknown): unknown {
    return typeof field === 'string' && numberPattern.test(field.trim()) ? Number(field) : field;
  },
};
