import { longestTimer, type Timing } from '../../src/timeouts/timing.js';

/** A time that moves only when a test moves it. Its random numbers are 0.5. */
export interface FakeTiming extends Timing {
  /** The number of timers that are not stopped and have not fired. */
  readonly timers: number;
  /** Moves the time forward and calls the functions of the timers on the way. */
  advance(milliseconds: number): Promise<void>;
  /** Moves the time forward until no timer is left. */
  runAll(): Promise<void>;
}

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** Creates a time that starts on 31 January 2026. */
export function createFakeTiming(): FakeTiming {
  const start = Date.UTC(2026, 0, 31);
  const timers = new Set<Timer>();
  let elapsed = 0;

  /** Calls the next timer until no timer is due by this time. */
  async function runUntil(end: number): Promise<void> {
    for (;;) {
      await settled();
      const [next] = [...timers].sort((a, b) => a.at - b.at);
      if (!next || next.at > end) return;
      timers.delete(next);
      elapsed = next.at;
      next.callback();
    }
  }

  return {
    now: () => start + elapsed,
    elapsed: () => elapsed,
    random: () => 0.5,
    after(milliseconds, callback) {
      if (milliseconds > longestTimer) throw new RangeError(`A timer cannot take ${milliseconds} ms.`);
      const timer = { at: elapsed + milliseconds, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    get timers() {
      return timers.size;
    },
    async advance(milliseconds) {
      const end = elapsed + milliseconds;
      await runUntil(end);
      elapsed = end;
      await settled();
    },
    runAll: () => runUntil(Number.POSITIVE_INFINITY),
  };
}

/** Waits until all promises that depend on nothing outside are settled. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
