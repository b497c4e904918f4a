import type { Count } from './contribution.js';

/** The tallies of an ask. */
export interface Tallies {
  readonly answers: number;
  readonly count: Count;
  /** Returns the buckets with a prefix, and their counts. */
  readonly withPrefix: (prefix: string) => [bucket: string, n: number][];
  /** Returns the most frequent write-ins of an input. Case and whitespace are ignored. */
  readonly writeIns: (input: string) => { text: string; votes: number }[];
}
