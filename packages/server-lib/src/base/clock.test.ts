import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createClock, createCorrectedClock, createSystemClock, formatTimestamp } from './clock.js';

test('a timestamp is ISO 8601 in UTC with six digits and a Z', () => {
  expect(formatTimestamp(Date.UTC(2026, 0, 31, 9, 5, 7) * 1000 + 4_213)).toBe('2026-01-31T09:05:07.004213Z');
  expect(formatTimestamp(0)).toBe('1970-01-01T00:00:00.000000Z');
  expect(formatTimestamp(999_999)).toBe('1970-01-01T00:00:00.999999Z');
});

test('a time without a timestamp is never formatted as another one', () => {
  for (const time of [1e22, 1e22, Number.NaN]) expect(() => formatTimestamp(time)).toThrow(RangeError);
  expect(formatTimestamp(0)).toBe('1970-01-01T00:00:00.000000Z');
});

test('a timestamp equals Date.toISOString with three more digits', () => {
  // Until the year 2255, a number represents microseconds exactly.
  const exact = fc.integer({ min: 0, max: Math.floor(Number.MAX_SAFE_INTEGER / 1000) - 1 });
  fc.assert(
    fc.property(exact, fc.nat({ max: 999 }), (milliseconds, micros) => {
      const text = formatTimestamp(milliseconds * 1000 + micros);
      expect(text).toBe(new Date(milliseconds).toISOString().replace('Z', `${String(micros).padStart(3, '0')}Z`));
    }),
    { numRuns: 2_000 },
  );
});

test('timestamps sort in the order of their times, with any cached second', () => {
  const times = fc.array(fc.integer({ min: 0, max: 4e15 }), { minLength: 2 });
  fc.assert(
    fc.property(times, (list) => {
      const inOrder = [...list].sort((a, b) => a - b);
      expect(list.map(formatTimestamp).sort()).toEqual(inOrder.map(formatTimestamp));
    }),
  );
});

test('the clock option returns milliseconds whose fractions are microseconds', () => {
  const clock = createClock(() => 1_769_850_307_004.213);
  expect(formatTimestamp(clock.now())).toBe('2026-01-31T09:05:07.004213Z');
  expect(clock.elapsed()).toBe(1_769_850_307_004.213);
});

test('the default clock returns the time of day', () => {
  const clock = createClock();
  const before = Date.now();
  const at = clock.now() / 1000;
  expect(at).toBeGreaterThan(before - 25);
  expect(at).toBeLessThan(Date.now() + 25);
  expect(Number.isInteger(clock.now())).toBe(true);
});

/** Creates a clock over a time of day and a monotonic clock that the test controls. */
function createControlledClock() {
  const time = { day: 1_000_000, monotonic: 500 };
  const clock = createSystemClock(
    () => Math.floor(time.day),
    () => time.monotonic,
  );
  const pass = (milliseconds: number): void => {
    time.day += milliseconds;
    time.monotonic += milliseconds;
  };
  return { time, clock, pass };
}

test('microseconds between two ticks of the time of day come from the monotonic clock', () => {
  const { clock, pass } = createControlledClock();
  pass(0.25);
  expect(clock.now()).toBe(1_000_000_250);
  pass(0.5);
  expect(clock.now()).toBe(1_000_000_750);
});

test('the clock follows a time of day that is set forward', () => {
  const { time, clock } = createControlledClock();
  time.day += 3_600_000;
  expect(clock.now()).toBe(4_600_000_000);
});

test('the clock holds the latest time while the time of day is set back by less than a second', () => {
  const { time, clock, pass } = createControlledClock();
  const before = clock.now();
  time.day -= 500;
  expect(clock.now()).toBe(before);
  pass(499);
  expect(clock.now()).toBe(before);
  pass(2);
  expect(clock.now()).toBeGreaterThan(before);
});

test('the clock follows a time of day that is set back by a minute', () => {
  const { time, clock } = createControlledClock();
  clock.now();
  time.day -= 60_000;
  expect(clock.now()).toBe(940_000_000);
});

test('the clock never goes back while its sources drift and are corrected by up to half a second', () => {
  const step = fc.record({
    passes: fc.double({ min: 0, max: 2_000, noNaN: true }),
    skew: fc.integer({ min: -400, max: 400 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { time, clock, pass } = createControlledClock();
      let corrected = 0;
      let last = clock.now();
      for (const { passes, skew } of steps) {
        pass(passes);
        time.day += skew - corrected;
        corrected = skew;
        const now = clock.now();
        expect(now).toBeGreaterThanOrEqual(last);
        expect(Number.isInteger(now)).toBe(true);
        last = now;
      }
    }),
  );
});

/** Creates a corrected clock, a database's clock, and the time that its reply takes each way. All are in microseconds. */
function createCorrectedPair() {
  const time = { own: 0, database: 0, delay: 0 };
  const clock = createCorrectedClock({ ...createClock(), now: () => time.own });
  const pass = (micros: number): void => {
    time.own += micros;
    time.database += micros;
  };
  const synchronize = () =>
    clock.synchronize(async () => {
      pass(time.delay);
      const read = time.database;
      pass(time.delay);
      return read;
    });
  return { time, clock, pass, synchronize };
}

test('a corrected clock follows the clock of the database, however wrong the local time is', async () => {
  const difference = fc.integer({ min: -4e12, max: 4e12 });
  await fc.assert(
    fc.asyncProperty(difference, fc.nat({ max: 2_000_000 }), async (wrong, delay) => {
      const { time, clock, synchronize } = createCorrectedPair();
      time.own = 5e12;
      time.database = time.own + wrong;
      time.delay = delay;
      await synchronize();
      expect(Math.abs(clock.now() - time.database)).toBeLessThanOrEqual(delay);
    }),
  );
});

test('a corrected clock never goes back while the clocks drift by up to half a second', async () => {
  const step = fc.record({ passes: fc.nat({ max: 2_000_000 }), skew: fc.integer({ min: -400_000, max: 400_000 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { time, clock, pass, synchronize } = createCorrectedPair();
      time.own = time.database = 5e12;
      let corrected = 0;
      let last = clock.now();
      for (const { passes, skew } of steps) {
        pass(passes);
        time.database += skew - corrected;
        corrected = skew;
        await synchronize();
        const now = clock.now();
        expect(now).toBeGreaterThanOrEqual(last);
        last = now;
      }
    }),
  );
});
