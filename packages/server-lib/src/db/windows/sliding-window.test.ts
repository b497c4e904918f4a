import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Decision, type Policy, SlidingWindow } from './sliding-window.js';

const policies: fc.Arbitrary<Policy> = fc.oneof(
  fc.constant({ limit: 30, seconds: 60 }),
  fc.record({ limit: fc.integer({ min: 1, max: 5 }), seconds: fc.integer({ min: 1, max: 10 }) }),
);

/** Milliseconds between requests: bursts, about the rate of the limit, and long pauses. Some are fractions. */
const pauses = fc.array(
  fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: 2_000 }),
    // Microseconds are the resolution of the clock.
    fc.integer({ min: 0, max: 4_000_000 }).map((micros) => micros / 1_000),
    fc.constantFrom(999, 1_000, 1_001, 59_999, 60_000, 60_001),
  ),
  { maxLength: 150 },
);

const starts = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 1_000_000_000_000 }).map((micros) => micros / 1_000),
);

/** Sends a request after each of the pauses. */
function arrive(policy: Policy, start: number, waits: readonly number[]) {
  const window = new SlidingWindow(policy);
  let now = start;
  const requests: { at: number; decision: Decision }[] = [];
  for (const wait of waits) {
    now += wait;
    requests.push({ at: now, decision: window.take(now) });
  }
  return { window, now, requests };
}

const admittedOf = (requests: readonly { at: number; decision: Decision }[]): number[] =>
  requests.filter(({ decision }) => decision.admitted).map(({ at }) => at);

test('admits a request exactly if fewer than the limit were admitted in the span before it', () => {
  fc.assert(
    fc.property(policies, starts, pauses, (policy, start, waits) => {
      const { requests } = arrive(policy, start, waits);
      const admitted: number[] = [];
      for (const { at, decision } of requests) {
        const used = admitted.filter((time) => Math.round((at - time) * 1_000) < policy.seconds * 1_000_000).length;
        expect(decision.admitted).toBe(used < policy.limit);
        if (decision.admitted) admitted.push(at);
        expect(decision.remaining).toBe(policy.limit - used - (decision.admitted ? 1 : 0));
      }
    }),
    { numRuns: 300 },
  );
});

test('admits a retry after retryAfterSeconds, but not one second earlier', () => {
  fc.assert(
    fc.property(policies, starts, pauses, (policy, start, waits) => {
      const window = new SlidingWindow(policy);
      let now = start;
      for (const wait of waits) {
        now += wait;
        const { admitted, retryAfterSeconds } = window.take(now);
        if (admitted) expect(retryAfterSeconds).toBe(0);
        else {
          expect(retryAfterSeconds).toBeGreaterThan(0);
          expect(retryAfterSeconds).toBeLessThanOrEqual(policy.seconds);
          expect(window.peek(now + retryAfterSeconds * 1000).admitted).toBe(true);
          expect(window.peek(now + (retryAfterSeconds - 1) * 1000).admitted).toBe(false);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('remaining has increased after resetSeconds', () => {
  fc.assert(
    fc.property(policies, starts, pauses, (policy, start, waits) => {
      const { window, now } = arrive(policy, start, waits);
      const { remaining, resetSeconds } = window.peek(now);
      if (remaining === policy.limit) expect(resetSeconds).toBe(0);
      else expect(window.peek(now + resetSeconds * 1000).remaining).toBeGreaterThan(remaining);
    }),
    { numRuns: 300 },
  );
});

test('refused requests do not count', () => {
  fc.assert(
    fc.property(policies, starts, pauses, (policy, start, waits) => {
      const { window, now, requests } = arrive(policy, start, waits);
      const withoutRefused = new SlidingWindow(policy);
      for (const at of admittedOf(requests)) withoutRefused.take(at);
      expect(window.peek(now)).toEqual(withoutRefused.peek(now));
    }),
    { numRuns: 300 },
  );
});

test('peek counts nothing', () => {
  const window = new SlidingWindow({ limit: 2, seconds: 60 });
  for (let n = 0; n < 5; n++) expect(window.peek(0)).toMatchObject({ admitted: true, remaining: 2 });
});

test('admits no more than the limit when the clock goes back', () => {
  fc.assert(
    fc.property(policies, fc.array(fc.integer({ min: -5_000, max: 5_000 }), { maxLength: 150 }), (policy, steps) => {
      const window = new SlidingWindow(policy);
      let now = 1e6;
      const admitted: number[] = [];
      for (const step of steps) {
        now += step;
        // A request is never counted earlier than the one before it.
        if (window.take(now).admitted) admitted.push(Math.max(now, admitted.at(-1) ?? 0));
      }
      admitted.forEach((at, nth) => {
        expect((admitted[nth + policy.limit] ?? Number.POSITIVE_INFINITY) - at).toBeGreaterThanOrEqual(
          policy.seconds * 1000,
        );
      });
    }),
    { numRuns: 300 },
  );
});

test('counts assumed requests', () => {
  const window = new SlidingWindow({ limit: 30, seconds: 60 });
  window.assume(29, 1_000);
  expect(window.take(2_000)).toEqual({ admitted: true, remaining: 0, resetSeconds: 59, retryAfterSeconds: 0 });
  expect(window.take(2_000)).toEqual({ admitted: false, remaining: 0, resetSeconds: 59, retryAfterSeconds: 59 });
  expect(window.newest()).toBe(2_000);
  expect(window.used(60_999)).toBe(30);
  expect(window.used(61_000)).toBe(1);
});
