import type { Faults } from '../../base/faults/faults.js';
import { fault } from '../../shared/faults/fault.js';
import { isOnStep } from './decimal.js';

export interface NumberDefinition {
  readonly min: number | null;
  readonly max: number | null;
  /** The step size. Steps are counted from `min`, or from 0. */
  readonly step: number | null;
}

/** The number format of HTML forms. Excludes hexadecimal and thousands separators. */
const numberPattern = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;

/** A number. Bounds and steps are compared as exact decimals. */
export const numberInput = {
  check({ min, max, step }: NumberDefinition, value: unknown, path: string, faults: Faults): number | undefined {
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      faults.add(path, fault('not_a_number'));
      return undefined;
    }
    if (min !== null && value < min) faults.add(path, fault('too_small', { min }));
    if (max !== null && value > max) faults.add(path, fault('too_large', { max }));
    if (step !== null && !isOnStep(value, min ?? 0, step)) {
      faults.add(path, min === null ? fault('off_step', { step }) : fault('off_step_from', { step, min }));
    }
    // Turns -0 into 0.
    return value + 0;
  },

  /** Returns the number in an HTML form field. Other text is returned unchanged, so that validation reports it. */
  parseField(field: unknown): unknown {
    return typeof field === 'string' && numberPattern.test(field.trim()) ? Number(field) : field;
  },
};
