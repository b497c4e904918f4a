import type { Policy } from './sliding-window.js';

/** The sliding window of one client, account or network, which all processes that share the database count in. */
export interface SharedWindow extends Policy {
  /** 32 hexadecimal digits that say nothing about whom the window limits. */
  readonly id: string;
}

/**
 * Returns the time that admissions of a window may share, in microseconds. Admissions of small limits are kept one by
 * one.
 */
export function bucketWidth({ limit, seconds }: Policy): number {
  return limit <= maxExactLimit ? 1 : Math.ceil((seconds * 1_000_000) / bucketsPerWindow);
}

/** The largest limit whose admissions are kept one by one. */
const maxExactLimit = 60;

/** The number of buckets of a window with a larger limit. A bucket leaves the window with the last of its admissions. */
const bucketsPerWindow = 60;
