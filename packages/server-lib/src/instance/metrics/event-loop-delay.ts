import { monitorEventLoopDelay } from 'node:perf_hooks';
import { systemClock } from '../../base/clock.js';

/** How late the event loop was, in seconds. */
export interface EventLoopDelay {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Milliseconds between two samples. */
const resolution = 10;

/** The minimum duration of a period, in milliseconds, so that several readers see the same figures. */
const minPeriod = 5_000;

/** Measures the event loop delay. `read` returns the figures of the period that ended last, and begins another one. */
export function measureEventLoopDelay(): { read(): EventLoopDelay; stop(): void } {
  const histogram = monitorEventLoopDelay({ resolution });
  histogram.enable();
  let startedAt = systemClock.elapsed();
  let last: EventLoopDelay | undefined;

  function readCurrent(): EventLoopDelay {
    return {
      p50: toDelay(histogram.percentile(50)),
      p99: toDelay(histogram.percentile(99)),
      max: toDelay(histogram.max),
    };
  }

  return {
    read() {
      if (last && systemClock.elapsed() - startedAt < minPeriod) return last;
      last = readCurrent();
      histogram.reset();
      startedAt = systemClock.elapsed();
      return last;
    },
    stop: () => void histogram.disable(),
  };
}

/** A sample is the time between two timers: the delay, and the resolution. */
function toDelay(nanoseconds: number): number {
  // A histogram without samples returns special values for its minimum and maximum.
  if (!Number.isFinite(nanoseconds) || nanoseconds > 1e15) return 0;
  return Math.max(0, nanoseconds / 1e9 - resolution / 1_000);
}
