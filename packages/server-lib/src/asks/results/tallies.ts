import type { Count } from '../../inputs/contribution.js';

/** What is counted for an ask. */

export interface Tallies {
  readonly answers: number;
  readonly count: Count;
  /** Buckets with a prefix, and what each counts. */
  readonly withPrefix: (prefix: string) => [bucket: string, n: number][];
  /** The most frequent write-ins of an input, folded by case and spaces. */
  readonly writeIns: (input: string) => { text: string; votes: number }[];
}
