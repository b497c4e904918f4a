import { type AskwellError, OverloadError } from '../errors.js';
import type { PendingWrites } from '../store/store.js';
import { elapsed, setTimeout } from '../timers.js';

/** How far behind the process may be before it refuses public posts. */
export interface OverloadLimits {
  /** Milliseconds that timers, or requests that wait for their turn, may be late. */
  readonly eventLoopDelay: number;
  /** Milliseconds that the oldest write may take. */
  readonly writeDelay: number;
  readonly pendingWrites: number;
  readonly pendingWriteBytes: number;
}

export const defaultOverloadLimits: OverloadLimits = {
  eventLoopDelay: 1_000,
  writeDelay: 2_000,
  pendingWrites: 10_000,
  pendingWriteBytes: 32 * 1024 * 1024,
};

export interface OverloadOptions {
  readonly limits: OverloadLimits;
  readonly pending: PendingWrites;
  /** About how many milliseconds a request that comes now waits for its turn. */
  readonly estimateWait: () => number;
}

/** Whether the process is so far behind that a request is better refused than queued. */
export interface Overload {
  isOverloaded(): boolean;
  /** What public posts are told then. */
  readonly error: AskwellError;
}

/** Milliseconds between two looks. */
const interval = 100;

export function createOverload({ limits, pending, estimateWait }: OverloadOptions): Overload {
  let timer: NodeJS.Timeout | undefined;
  let due = 0;
  let lastDelay = 0;
  let isLate = false;
  let isAsked = false;

  /** One long task does not count, but two delays in a row do: by then the tasks follow one another. */
  function look(): void {
    const now = elapsed();
    const delay = now - due;
    const isLoopLate = Math.min(delay, lastDelay) > limits.eventLoopDelay;
    isLate = isLoopLate || now - (pending.since ?? now) > limits.writeDelay;
    lastDelay = delay;
    timer = undefined;
    // Where nobody asks, nothing runs.
    if (isAsked || isLate) start(now);
    isAsked = false;
  }

  function start(now: number): void {
    due = now + interval;
    timer = setTimeout(look, interval);
    timer.unref();
  }

  return {
    error: new OverloadError(),
    isOverloaded() {
      isAsked = true;
      if (timer === undefined) start(elapsed());
      return (
        isLate ||
        estimateWait() > limits.eventLoopDelay ||
        pending.writes >= limits.pendingWrites ||
        pending.bytes >= limits.pendingWriteBytes
      );
    },
  };
}
