import fc from 'fast-check';
import { expect, test } from 'vitest';
import { retryDelay } from './retry-delay.js';

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const retry = fc.nat({ max: 2_000 });
const seconds = fc.oneof(fc.nat(), fc.double({ min: 0, max: 1e9, noNaN: true }));
const left = fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.double({ min: 0, max: 1e12, noNaN: true }));

const maxWait = fc.oneof(fc.constantFrom(0, 10_000, Number.POSITIVE_INFINITY), fc.double({ min: 0, noNaN: true }));

test('the delay is at least Retry-After, ends before the deadline and is not longer than the maximum', () => {
  fc.assert(
    fc.property(retry, seconds, left, maxWait, random, (retry, retryAfter, left, maxWait, random) => {
      const milliseconds = retryDelay({ retry, retryAfter, left, maxWait, random }) ?? retryAfter * 1000;
      expect(milliseconds).toBeGreaterThanOrEqual(retryAfter * 1000);
      if (retryAfter * 1000 < left && retryAfter * 1000 <= maxWait) {
        expect(milliseconds).toBeLessThanOrEqual(Math.min(left, maxWait));
      }
    }),
  );
});

test('there is no delay if and only if Retry-After is too long for the deadline or the maximum', () => {
  fc.assert(
    fc.property(retry, seconds, left, maxWait, random, (retry, retryAfter, left, maxWait, random) => {
      expect(retryDelay({ retry, retryAfter, left, maxWait, random }) === undefined).toBe(
        retryAfter * 1000 >= left || retryAfter * 1000 > maxWait,
      );
    }),
  );
});

test('the random part goes from 0 to a bound that doubles with each retry, up to a maximum', () => {
  const bounds = [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000];
  const unlimited = Number.POSITIVE_INFINITY;
  const noLimits = { retryAfter: undefined, left: unlimited, maxWait: unlimited };
  expect(bounds.map((_, retry) => retryDelay({ ...noLimits, retry, random: 0 }))).toEqual(bounds.map(() => 0));
  expect(bounds.map((_, retry) => retryDelay({ ...noLimits, retry, random: 0.5 }))).toEqual(
    bounds.map((bound) => bound / 2),
  );
  fc.assert(
    fc.property(retry, random, (retry, random) => {
      const milliseconds = retryDelay({ ...noLimits, retry, random });
      expect(milliseconds).toBe(random * (bounds[retry] ?? 8_000));
    }),
  );
});
