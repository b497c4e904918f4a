import type { SharedWindow } from './shared-window.js';

/** The change of a batch to one window. */
export interface WindowChange {
  readonly window: SharedWindow;
  /** The number of requests to count. Negative: the number that is given back. */
  readonly count: number;
  /** When the requests to give back were counted. */
  readonly at?: number;
}

/** A window around other windows. It counts the requests that its inner windows have admitted. */
export interface OuterWindow {
  readonly window: SharedWindow;
  readonly innerIds: readonly string[];
}

/** The state of a window after a change. */
export interface WindowState {
  readonly id: string;
  /** The number of requests that were admitted. */
  readonly taken: number;
  /** The number of requests in the window. */
  readonly used: number;
  /** When the window was changed, in microseconds. */
  readonly at: number;
  /** The time of the oldest request in the window. */
  readonly oldest: number | null;
}

/**
 * Changes windows in the database: each window once. All windows that processes change at the same time are locked in the order
 * of their IDs, outer ones last.
 */
export type ChangeWindows = (
  changes: readonly WindowChange[],
  outer: readonly OuterWindow[],
) => Promise<readonly WindowState[]>;
