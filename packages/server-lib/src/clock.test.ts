import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createClock, createSystemClock, formatTimestamp } from './clock.js';

test('a timestamp is ISO 8601 in UTC with six digits and a Z', () => {
  expect(formatTimestamp(Date.UTC(2026, 0, 31, 9, 5, 7) * 1000 + 4_213)).toBe('2026-01-31T09:05:07.004213Z');
  expect(formatTimestamp(0)).toBe('1970-01-01T00:00:00.000000Z');
  expect(formatTimestamp(999_999)).toBe('1970-01-01T00:00:00.999999Z');
});

test('a timestamp says what Date says, and three digits more', () => {
  // Until the year 2255 microseconds are exact in a number.
  const exact = fc.integer({ min: 0, max: Math.floor(Number.MAX_SAFE_INTEGER / 1000) - 1 });
  fc.assert(
    fc.property(exact, fc.nat({ max: 999 }), (milliseconds, micros) => {
      const text = formatTimestamp(milliseconds * 1000 + micros);
      expect(text).toBe(new Date(milliseconds).toISOString().replace('Z', `${String(micros).padStart(3, '0')}Z`));
    }),
    { numRuns: 2_000 },
  );
});

test('timestamps sort as their times do, whatever was written before', () => {
  const times = fc.array(fc.integer({ min: 0, max: 4e15 }), { minLength: 2 });
  fc.assert(
    fc.property(times, (list) => {
      const inOrder = [...list].sort((a, b) => a - b);
      expect(list.map(formatTimestamp).sort()).toEqual(inOrder.map(formatTimestamp));
    }),
  );
});

test('a given clock is read in milliseconds whose fractions are microseconds', () => {
  const clock = createClock(() => 1_769_850_307_004.213);
  expect(formatTimestamp(clock.now())).toBe('2026-01-31T09:05:07.004213Z');
  expect(clock.elapsed()).toBe(1_769_850_307_004.213);
});

test("the machine's clock tells the time of day", () => {
  const clock = createClock();
  const before = Date.now();
  const at = clock.now() / 1000;
  expect(at).toBeGreaterThan(before - 25);
  expect(at).toBeLessThan(Date.now() + 25);
  expect(Number.isInteger(clock.now())).toBe(true);
});

/** Two clocks that a test sets. */
function createHands() {
  const hands = { day: 1_000_000, steady: 500 };
  const clock = createSystemClock(
    () => Math.floor(hands.day),
    () => hands.steady,
  );
  const pass = (milliseconds: number): void => {
    hands.day += milliseconds;
    hands.steady += milliseconds;
  };
  return { hands, clock, pass };
}

test('between two ticks of the time of day, microseconds come from the steady clock', () => {
  const { clock, pass } = createHands();
  pass(0.25);
  expect(clock.now()).toBe(1_000_000_250);
  pass(0.5);
  expect(clock.now()).toBe(1_000_000_750);
});

test('a clock that was set forward is followed', () => {
  const { hands, clock } = createHands();
  hands.day += 3_600_000;
  expect(clock.now()).toBe(4_600_000_000);
});

test('a clock that was set back a little waits until it is caught up with', () => {
  const { hands, clock, pass } = createHands();
  const before = clock.now();
  hands.day -= 500;
  expect(clock.now()).toBe(before);
  pass(499);
  expect(clock.now()).toBe(before);
  pass(2);
  expect(clock.now()).toBeGreaterThan(before);
});

test('a clock that was set back far is followed', () => {
  const { hands, clock } = createHands();
  clock.now();
  hands.day -= 60_000;
  expect(clock.now()).toBe(940_000_000);
});

test('while the clocks drift and are corrected by up to half a second, the time never goes back', () => {
  const step = fc.record({
    passes: fc.double({ min: 0, max: 2_000, noNaN: true }),
    skew: fc.integer({ min: -400, max: 400 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { hands, clock, pass } = createHands();
      let corrected = 0;
      let last = clock.now();
      for (const { passes, skew } of steps) {
        pass(passes);
        hands.day += skew - corrected;
        corrected = skew;
        const now = clock.now();
        expect(now).toBeGreaterThanOrEqual(last);
        expect(Number.isInteger(now)).toBe(true);
        last = now;
      }
    }),
  );
});
