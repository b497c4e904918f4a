import { z } from 'zod';
import { fault } from '../../faults/fault.js';
import type { Faults } from '../../faults/faults.js';
import { faultMessage } from '../../faults/zod-faults.js';
import type { Contribution, Count } from '../contribution.js';
import { decimalPlaces } from './decimal.js';
import { type NumberDefinition, numberInput } from './number.js';

const maxMagnitude = 1e12;
const maxDecimals = 6;

const bounded = z
  .number()
  .min(-maxMagnitude)
  .max(maxMagnitude)
  .refine((value) => decimalPlaces(value) <= maxDecimals, {
    error: faultMessage(fault('too_many_decimals', { max: maxDecimals })),
  });

/** The members that say which numbers will do. */
export const numberMembers = {
  min: bounded.nullable().optional(),
  max: bounded.nullable().optional(),
  step: bounded
    .refine((step) => step > 0, { error: faultMessage(fault('not_positive')) })
    .nullable()
    .optional(),
};

/** What answers are sorted into: a bin a value where `step` leaves but a few, else ten of one width. */
export interface Bins {
  readonly min: number;
  readonly max: number;
  /** Null where bins hold more than one value. */
  readonly step: number | null;
}

const maxBins = 10;

/** Sums are kept as whole numbers in three buckets, each below a million an answer: so they stay exact for billions. */
const limbBase = 1_000_000n;
const sumBuckets = ['sum.2', 'sum.1', 'sum.0'] as const;

/** A number of limited size and fineness, so that sums of any number of them are exact. */
export const numberFieldInput = {
  check(definition: NumberDefinition, given: unknown, path: string, faults: Faults): number | undefined {
    const value = numberInput.check(definition, given, path, faults);
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

  summarize(answered: number, count: Count, bins: Bins | null) {
    const units = sumBuckets.reduce((sum, bucket) => sum * limbBase + BigInt(count(bucket)), 0n);
    const sum = fromUnits(units);
    return {
      average: answered === 0 ? null : sum / answered,
      sum,
      bins: bins && edgesOf(bins).map((edges, at) => ({ ...edges, count: count(binBucket(at)) })),
    };
  },
};

/** Which bin a number belongs to; none, if it came while other numbers were allowed. */
function binOf(value: number, { min, max, step }: Bins): number | undefined {
  if (value < min || value > max) return undefined;
  const above = toMillionths(value) - toMillionths(min);
  if (step !== null) return Number(above / toMillionths(step));
  const index = Number((above * BigInt(maxBins)) / (toMillionths(max) - toMillionths(min)));
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
  // In tenths of a millionth, which are exact: an edge may need one digit more than what it parts.
  const edge = (at: number) => fromUnits(low * BigInt(maxBins - at) + high * BigInt(at), maxDecimals + 1);
  return Array.from({ length: maxBins }, (_, at) => ({ from: edge(at), to: edge(at + 1) }));
}

function binBucket(at: number): string {
  return `bin.${at}`;
}

/** As whole millionths of the decimal that was written; within the bounds no number is written with an exponent. */
function toMillionths(value: number): bigint {
  const [whole = '0', fraction = ''] = String(value).split('.');
  return BigInt(whole + fraction.padEnd(maxDecimals, '0'));
}

/** The number nearest to so many millionths, or to whole ones of so many decimal places. */
function fromUnits(units: bigint, places = maxDecimals): number {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  return Number(`${units < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`);
}
