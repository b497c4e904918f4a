import { decimalPlaces } from './decimal.js';
import { fromUnits, maxDecimals, toMillionths } from './millionths.js';
import type { NumberDefinition } from './number.js';

/** The histogram bins of a number field. */
export interface Bins {
  readonly min: number;
  readonly max: number;
  /** The distance between values. Null if all numbers are allowed. */
  readonly step: number | null;
  /**
   * The distance between bins, a multiple of the step. Absent if each value has a separate bin, and in fields of earlier versions
   * without a step, which have ten bins of equal width.
   */
  readonly width?: number | undefined;
}

/** The maximum number of values for which each value has a separate bin. */
const maxSingleBins = 10;
const maxBins = 12;

/**
 * Returns the bins of a field, or null without limits. The edges are at whole multiples of the step. Without a step, they are at
 * whole multiples of the last decimal place of the limits. So each bin has the same number of values, and only the last bin may
 * have fewer.
 */
export function binsOf({ min, max, step }: NumberDefinition): Bins | null {
  if (min === null || max === null || min >= max) return null;
  const range = toMillionths(max) - toMillionths(min);
  if (step !== null && range / toMillionths(step) < maxSingleBins) return { min, max, step };
  const unit = step === null ? unitOf(min, max) : toMillionths(step);
  return { min, max, step, width: fromUnits(widthFor(range, unit)) };
}

/** Returns the bin of a number, or undefined if it is out of range because the limits have changed. */
export function binOf(value: number, { min, max, step, width }: Bins): number | undefined {
  if (value < min || value > max) return undefined;
  const offset = toMillionths(value) - toMillionths(min);
  const size = width ?? step;
  if (size !== null) return Number(offset / toMillionths(size));
  const index = Number((offset * BigInt(maxSingleBins)) / (toMillionths(max) - toMillionths(min)));
  return Math.min(index, maxSingleBins - 1);
}

/** Returns the first and the last value of each bin. Without a step, a bin ends where the next one begins. */
export function edgesOf({ min, max, step, width }: Bins): { from: number; to: number }[] {
  const [low, high] = [toMillionths(min), toMillionths(max)];
  const size = width ?? step;
  if (size === null) return equalEdges(low, high);
  const distance = toMillionths(size);
  const last = step === null ? distance : distance - toMillionths(step);
  return Array.from({ length: Number((high - low) / distance) + 1 }, (_, at) => {
    const from = low + BigInt(at) * distance;
    const to = from + last;
    return { from: fromUnits(from), to: fromUnits(to < high ? to : high) };
  });
}

export function binBucket(at: number): string {
  return `bin.${at}`;
}

/** Ten bins of equal width. Edges may need one more decimal place than the values between them. */
function equalEdges(low: bigint, high: bigint): { from: number; to: number }[] {
  const edge = (at: number) => fromUnits(low * BigInt(maxSingleBins - at) + high * BigInt(at), maxDecimals + 1);
  return Array.from({ length: maxSingleBins }, (_, at) => ({ from: edge(at), to: edge(at + 1) }));
}

/** Returns the smallest of 1, 2, 5, 10, 20, 50 … units that needs few enough bins. */
function widthFor(range: bigint, unit: bigint): bigint {
  for (let scale = unit; ; scale *= 10n) {
    const width = [scale, scale * 2n, scale * 5n].find((candidate) => range / candidate < maxBins);
    if (width !== undefined) return width;
  }
}

/** Returns the last decimal place of two numbers, in millionths. */
function unitOf(min: number, max: number): bigint {
  return 10n ** BigInt(maxDecimals - Math.max(decimalPlaces(min), decimalPlaces(max)));
}
