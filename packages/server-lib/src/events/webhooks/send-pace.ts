import { performance } from 'node:perf_hooks';
import { systemClock } from '../../base/clock.js';

/** Milliseconds over which the use of the event loop is measured. */
const window = 200;

/** The milliseconds between two messages while the event loop is idle, and while it is busy. */
const [idleInterval, busyInterval] = [1, 25];

/** The utilization of the event loop at which sending starts to slow down, and at which it is slowest. */
const [busyFrom, fullFrom] = [0.5, 0.9];

/** Spreads messages over time, so that answers and pages have priority over them while the process is busy. */
export function createSendPace() {
  let measured = performance.eventLoopUtilization();
  let measuredAt = systemClock.elapsed();
  let interval = idleInterval;
  let next = 0;

  function measure(now: number): void {
    if (now - measuredAt < window) return;
    const { utilization } = performance.eventLoopUtilization(measured);
    measured = performance.eventLoopUtilization();
    measuredAt = now;
    interval = intervalAt(utilization);
  }

  return {
    /** Waits until the next message may be sent. */
    async wait(): Promise<void> {
      const now = systemClock.elapsed();
      measure(now);
      next = Math.max(next, now) + interval;
      if (next - now > interval) await systemClock.pause(next - now - interval);
    },
  };
}

/** Returns the milliseconds between two messages for a utilization of the event loop from 0 to 1. */
export function intervalAt(utilization: number): number {
  const share = Math.min(Math.max((utilization - busyFrom) / (fullFrom - busyFrom), 0), 1);
  return idleInterval + share * (busyInterval - idleInterval);
}
