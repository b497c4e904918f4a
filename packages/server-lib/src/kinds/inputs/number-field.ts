import { z } from 'zod';
import type { Faults } from '../../base/faults/faults.js';
import { faultMessage } from '../../base/faults/zod-faults.js';
import type { Contribution, Count } from '../../core/results/contribution.js';
import { fault } from '../../shared/faults/fault.js';
import { type Bins, binBucket, binOf, binsOf, edgesOf } from './bins.js';
import { decimalPlaces } from './decimal.js';
import { fromUnits, maxDecimals, toMillionths } from './millionths.js';
import { type NumberDefinition, numberInput } from './number.js';

const maxMagnitude = 1e12;

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

  binsOf,

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
