import { z } from 'zod';
import { fault } from '../../faults/fault.js';
import type { Faults } from '../../faults/faults.js';
import { faultMessage } from '../../faults/zod-faults.js';
import type { Contribution, Count } from '../contribution.js';
import { decimalPlaces } from './decimal.js';
import { type NumberDefinition, numberInput } from './number.js';

const maxMagnitude = 1e12;
const maxDecimals = 6;

const bound = z
  .number()
  .min(-maxMagnitude)
  .max(maxMagnitude)
  .refine((value) => decimalPlaces(value) <= maxDecimals, {
    error: faultMessage(fault('too_many_decimals', { max: maxDecimals })),
  });

/** The members that limit a number. */
export const numberMembers = {
  min: bound.nullable().optional(),
  max: bound.nullable().optional(),
  step: bound
    .refine((step) => step > 0, { error: faultMessage(fault('not_positive')) })
    .nullable()
    .optional(),
};

/**
 * The histogram bins of a number field: one for each value if `step` allows only a few, otherwise ten of equal width.
 */
export interface Bins {
  readonly min: number;
  readonly max: number;
  /** Null if a bin contains more than one value. */
  readonly step: number | null;
}

const maxBins = 10;

/**
 * Sums are stored as integers in three buckets. An answer adds less than a million to each, so they stay exact for
 * billions of answers.
 */
const limbBase = 1_000_000n;
const sumBuckets = ['sum.2', 'sum.1', 'sum.0'] as const;

/** A number with limited magnitude and decimal places, so that sums are always exact. */
export const numberFieldInput = {
  check(definition: NumberDefinition, input: unknown, path: string, faults: Faults): number | undefined {
    const value = numberInput.check(definition, input, path, faults);
    if (value === undefined) return undefined;
    if (Math.abs(value) > maxMagnitude)
      faults.add(path, fault('out_of_range', { min: -maxMagnitude, max: maxMagnitude }));
    if (decimalPlaces(value) > maxDecimals) faults.add(path, fault('too_many_decimals', { max: maxDecimals }));
    return value;
  },

  binsOf({ min, max, step }: NumberDefinition): Bins | null {
    if (min === null || max === null || min >= max) return null;
    const values = step === null ? undefined : (toMillionths(max) - toMillionths(min)) / toMillionths(step) + 1n;
    return { min, max, step: values !== undefined && values <= maxBins ? step : null };
  },

  contribute(value: number, bins: Bins | null): Contribution[] {
    const units = toMillionths(value);
    const limbs = [units / limbBase / limbBase, (units / limbBase) % limbBase, units % limbBase].map(Number);
    const bin = bins === null ? undefined : binOf(value, bins);
    return [
      ...sumBuckets.map((bucket, at) => ({ bucket, n: limbs[at] ?? 0 })).filter(({ n }) => n !== 0),
      ...(bin === undefined ? [] : [{ bucket: binBucket(bin), n: 1 }]),
    ];
  },

  summarize(answerCount: number, count: Count, bins: Bins | null) {
    const units = sumBuckets.reduce((sum, bucket) => sum * limbBase + BigInt(count(bucket)), 0n);
    const sum = fromUnits(units);
    return {
      average: answerCount === 0 ? null : sum / answerCount,
      sum,
      bins: bins && edgesOf(bins).map((edges, at) => ({ ...edges, count: count(binBucket(at)) })),
    };
  },
};

/** Returns the bin of a number, or undefined if it is out of range because the limits have changed. */
function binOf(value: number, { min, max, step }: Bins): number | undefined {
  if (value < min || value > max) return undefined;
  const offset = toMillionths(value) - toMillionths(min);
  if (step !== null) return Number(offset / toMillionths(step));
  const index = Number((offset * BigInt(maxBins)) / (toMillionths(max) - toMillionths(min)));
  return Math.min(index, maxBins - 1);
}

function edgesOf({ min, max, step }: Bins): { from: number; to: number }[] {
  const [low, high] = [toMillionths(min), toMillionths(max)];
  if (step !== null) {
    const size = toMillionths(step);
    return Array.from({ length: Number((high - low) / size) + 1 }, (_, at) => {
      const value = fromUnits(low + BigInt(at) * size);
      return { from: value, to: value };
    });
  }
  // Edges may need one more decimal place than the values between them.
  const edge = (at: number) => fromUnits(low * BigInt(maxBins - at) + high * BigInt(at), maxDecimals + 1);
  return Array.from({ length: maxBins }, (_, at) => ({ from: edge(at), to: edge(at + 1) }));
}

function binBucket(at: number): string {
  return `bin.${at}`;
}

/** Returns a number as whole millionths. Numbers within the limits are never written with an exponent. */
function toMillionths(value: number): bigint {
  const [whole = '0', fraction = ''] = String(value).split('.');
  return BigInt(whole + fraction.padEnd(maxDecimals, '0'));
}

/** Returns the number nearest to a count of millionths, or of units with another number of decimal places. */
function fromUnits(units: bigint, places = maxDecimals): number {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  return Number(`${units < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`);
}
