import fc from 'fast-check';
import { expect, test } from 'vitest';
import { retryDelay } from './retry-delay.js';

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const retry = fc.nat({ max: 2_000 });
const seconds = fc.oneof(fc.nat(), fc.double({ min: 0, max: 1e9, noNaN: true }));
const left = fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.double({ min: 0, max: 1e12, noNaN: true }));

test('the delay is at least Retry-After and ends before the deadline', () => {
  fc.assert(
    fc.property(retry, fc.option(seconds, { nil: undefined }), left, random, (retry, retryAfter, left, random) => {
      const milliseconds = retryDelay({ retry, retryAfter, left, random });
      const minimum = (retryAfter ?? 0) * 1000;
      if (milliseconds === undefined) expect(minimum).toBeGreaterThanOrEqual(left);
      else {
        expect(milliseconds).toBeGreaterThanOrEqual(minimum);
        expect(milliseconds).toBeLessThanOrEqual(left);
      }
    }),
  );
});

test('there is no delay if and only if Retry-After does not end before the deadline', () => {
  fc.assert(
    fc.property(retry, seconds, left, random, (retry, retryAfter, left, random) => {
      expect(retryDelay({ retry, retryAfter, left, random }) === undefined).toBe(retryAfter * 1000 >= left);
    }),
  );
});

test('the random part goes from 0 to a bound that doubles with each retry, up to a maximum', () => {
  const bounds = [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000];
  const noLimits = { retryAfter: undefined, left: Number.POSITIVE_INFINITY };
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
