import type { SharedWindow } from './shared-window.js';

/** A window in the memory of this process. */
export interface HeldWindow {
  readonly window: SharedWindow;
  /** The times of admissions by `now`, with the number at each. */
  readonly entries: readonly (readonly [at: number, count: number])[];
}

/** Counts of this process in memory. */
export interface MemoryCounts {
  /** Yields all windows. Nothing may be counted until the last one is read. */
  held(): Iterable<HeldWindow>;
  /** Returns the time until which the memory has counts that `held` does not yield, by `now`. */
  readonly unlistedUntil: number;
}

/**
 * Tells whether this process may count in its memory. It may as long as no other process counts for the database. When
 * another process starts, the counts move to the windows that both share, and the other process waits for the end of
 * the move.
 */
export interface LocalWindows {
  /**
   * Whether this process may count in its memory now. Otherwise it must count in the shared windows, and may count in
   * both.
   */
  readonly mayCountInMemory: boolean;
  /** Returns the time by which the shared windows count, in microseconds. */
  now(): number;
  /** Resolves when it is known whether this process is alone. */
  settle(): Promise<void>;
  /** Registers counts that move when another process starts. */
  register(counts: MemoryCounts): void;
}
