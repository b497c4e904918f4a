import { getHeapStatistics } from 'node:v8';
import { systemClock, type Timer } from '../../base/clock.js';
import { type AskwellError, OverloadError } from '../../base/errors.js';
import type { PendingWrites } from '../../db/store.js';

/** The limits above which the process rejects public posts. */
export interface OverloadLimits {
  /** The maximum delay of timers and of queued requests, in milliseconds. */
  readonly eventLoopDelay: number;
  /** The maximum duration of the oldest pending write, in milliseconds. */
  readonly writeDelay: number;
  readonly pendingWrites: number;
  readonly pendingWriteBytes: number;
}

export const defaultOverloadLimits: OverloadLimits = {
  eventLoopDelay: 1_000,
  writeDelay: 2_000,
  pendingWrites: 10_000,
  // A small heap must also hold the writes of owners and the garbage of requests.
  pendingWriteBytes: Math.min(32 * 1024 * 1024, Math.floor(getHeapStatistics().heap_size_limit / 8)),
};

export interface OverloadOptions {
  readonly limits: OverloadLimits;
  readonly pending: PendingWrites;
  /** Estimates how long a request that arrives now would be queued, in milliseconds. */
  readonly estimateWait: () => number;
}

/** Detects that the process cannot keep up, so that rejecting a request is better than queueing it. */
export interface Overload {
  isOverloaded(): boolean;
  /** Returns whether the queue of writes is full. */
  isFull(): boolean;
  /** The error of public posts while the process is overloaded. */
  readonly error: AskwellError;
}

/** Milliseconds between two measurements. */
const interval = 100;

export function createOverload({ limits, pending, estimateWait }: OverloadOptions): Overload {
  let timer: Timer | undefined;
  let dueAt = 0;
  let lastDelay = 0;
  let isLate = false;
  let isUsed = false;

  /** A single long task is not an overload. Two delays in a row mean that more tasks arrive than the process can handle. */
  function measure(): void {
    const now = systemClock.elapsed();
    const delay = now - dueAt;
    const isLoopLate = Math.min(delay, lastDelay) > limits.eventLoopDelay;
    isLate = isLoopLate || now - (pending.oldestSince ?? now) > limits.writeDelay;
    lastDelay = delay;
    timer = undefined;
    // An idle process measures nothing.
    if (isUsed || isLate) schedule(now);
    isUsed = false;
  }

  function schedule(now: number): void {
    dueAt = now + interval;
    timer = systemClock.setTimeout(measure, interval);
  }

  const isFull = () => pending.writes >= limits.pendingWrites || pending.bytes >= limits.pendingWriteBytes;

  return {
    error: new OverloadError(),
    isFull,
    isOverloaded() {
      isUsed = true;
      if (timer === undefined) schedule(systemClock.elapsed());
      return isLate || estimateWait() > limits.eventLoopDelay || isFull();
    },
  };
}
