/** A duration: milliseconds, or an object with units. */
export type Duration =
  | number
  | {
      days?: number;
      hours?: number;
      minutes?: number;
      seconds?: number;
      milliseconds?: number;
    };

/** The clock of a test instance. Its time changes only when the test changes it. */
export interface TestClock {
  /** Returns the current time of the clock. */
  now(): Date;
  /** Sets the time. Set it back only before the first request: rate limits count on a clock that moves forward. */
  set(time: Date | string | number): void;
  /**
   * Moves the time forward.
   *
   * @example
   * test.clock.advance({ minutes: 5 });
   */
  advance(duration: Duration): void;
}

const milliseconds = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1_000, milliseconds: 1 };

/** Creates a clock and the function for the option `clock` of `createAskwell`. */
export function createTestClock(start: Date | string | number): { clock: TestClock; read: () => number } {
  let time = parseTime('now', start);
  const clock: TestClock = {
    now: () => new Date(time),
    set(next) {
      time = parseTime('clock.set', next);
    },
    advance(duration) {
      time += parseDuration(duration);
    },
  };
  return { clock, read: () => time };
}

function parseTime(source: string, time: Date | string | number): number {
  const parsed = new Date(time).getTime();
  if (Number.isNaN(parsed)) throw new TypeError(`${source}: expected a date or a time, got ${JSON.stringify(time)}.`);
  return parsed;
}

function parseDuration(duration: Duration): number {
  const length = typeof duration === 'number' ? duration : sumOf(duration);
  if (Number.isFinite(length) && length >= 0) return length;
  throw new TypeError(
    `clock.advance: expected milliseconds or an object such as { minutes: 5 }, got ${JSON.stringify(duration)}.`,
  );
}

/** Returns the duration in milliseconds, or NaN if it has an unknown unit. */
function sumOf(duration: Exclude<Duration, number>): number {
  const units = new Map(Object.entries(milliseconds));
  return Object.entries(duration).reduce((sum, [unit, count]) => sum + count * (units.get(unit) ?? Number.NaN), 0);
}
