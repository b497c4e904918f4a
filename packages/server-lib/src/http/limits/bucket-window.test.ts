import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Policy } from '../../db/windows/sliding-window.js';
import { BucketWindow } from './bucket-window.js';

const policies: fc.Arbitrary<Policy> = fc.record({
  limit: fc.integer({ min: 1, max: 40 }),
  seconds: fc.integer({ min: 1, max: 60 }),
});

/** Milliseconds between requests: bursts, about the width of a bucket, and long pauses. Some are fractions. */
const pauses = fc.array(
  fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: 200 }),
    fc.integer({ min: 0, max: 2_000_000 }).map((micros) => micros / 1_000),
    fc.constantFrom(999, 1_000, 1_001, 16_666, 16_667, 59_999, 60_000, 60_001),
  ),
  { maxLength: 300 },
);

const start = 1_769_850_000_000.5;
const micros = (milliseconds: number) => Math.round(milliseconds * 1_000);

test('admits at most the limit in any span', () => {
  fc.assert(
    fc.property(policies, pauses, (policy, waits) => {
      const window = new BucketWindow(policy);
      let now = start;
      const admitted: number[] = [];
      for (const wait of waits) {
        now += wait;
        const { admitted: isAdmitted, remaining } = window.take(now);
        if (isAdmitted) admitted.push(micros(now));
        expect(remaining).toBeGreaterThanOrEqual(0);
        expect(remaining).toBeLessThan(policy.limit);
      }
      for (const [nth, at] of admitted.entries()) {
        const first = admitted[nth - policy.limit] ?? Number.NEGATIVE_INFINITY;
        expect(at - first).toBeGreaterThanOrEqual(policy.seconds * 1_000_000);
      }
    }),
    { numRuns: 300 },
  );
});

test('refuses only if the limit was admitted within the span plus a sixtieth of it', () => {
  fc.assert(
    fc.property(policies, pauses, (policy, waits) => {
      const window = new BucketWindow(policy);
      const span = policy.seconds * 1_000_000 * (1 + 1 / 60);
      let now = start;
      const admitted: number[] = [];
      for (const wait of waits) {
        now += wait;
        if (window.take(now).admitted) admitted.push(micros(now));
        else expect(admitted.filter((at) => micros(now) - at < span).length).toBeGreaterThanOrEqual(policy.limit);
      }
    }),
    { numRuns: 300 },
  );
});

test('admits a request after retryAfterSeconds', () => {
  fc.assert(
    fc.property(policies, pauses, (policy, waits) => {
      const window = new BucketWindow(policy);
      let now = start;
      for (const wait of waits) {
        now += wait;
        const { admitted, retryAfterSeconds } = window.take(now);
        if (admitted) {
          expect(retryAfterSeconds).toBe(0);
          continue;
        }
        expect(retryAfterSeconds).toBeGreaterThan(0);
        expect(retryAfterSeconds).toBeLessThanOrEqual(policy.seconds);
        now += retryAfterSeconds * 1_000;
        expect(window.take(now).admitted).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

test('admits no more requests when the clock goes back', () => {
  const window = new BucketWindow({ limit: 2, seconds: 60 });
  expect(window.take(100_000).admitted).toBe(true);
  expect(window.take(40_000).admitted).toBe(true);
  expect(window.take(0).admitted).toBe(false);
  expect(window.take(159_999)).toMatchObject({ admitted: false, remaining: 0, retryAfterSeconds: 1 });
  expect(window.take(160_000)).toMatchObject({ admitted: true, remaining: 1 });
});
