import fc from 'fast-check';
import { expect, test } from 'vitest';
import { waitBefore } from './retry-delay.js';

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const retry = fc.nat({ max: 2_000 });
const seconds = fc.oneof(fc.nat(), fc.double({ min: 0, max: 1e9, noNaN: true }));
const left = fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.double({ min: 0, max: 1e12, noNaN: true }));

test('a wait is never shorter than the server asks, and its end never past the deadline', () => {
  fc.assert(
    fc.property(retry, fc.option(seconds, { nil: undefined }), left, random, (retry, retryAfter, left, random) => {
      const wait = waitBefore({ retry, retryAfter, left, random });
      const asked = (retryAfter ?? 0) * 1000;
      if (wait === undefined) expect(asked).toBeGreaterThanOrEqual(left);
      else {
        expect(wait).toBeGreaterThanOrEqual(asked);
        expect(wait).toBeLessThanOrEqual(left);
      }
    }),
  );
});

test('there is no wait exactly where what the server asks for does not fit before the deadline', () => {
  fc.assert(
    fc.property(retry, seconds, left, random, (retry, retryAfter, left, random) => {
      expect(waitBefore({ retry, retryAfter, left, random }) === undefined).toBe(retryAfter * 1000 >= left);
    }),
  );
});

test('jitter is full: from nothing up to a bound that doubles with each repeat, and then stays', () => {
  const bounds = [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000];
  const none = { retryAfter: undefined, left: Number.POSITIVE_INFINITY };
  expect(bounds.map((_, retry) => waitBefore({ ...none, retry, random: 0 }))).toEqual(bounds.map(() => 0));
  expect(bounds.map((_, retry) => waitBefore({ ...none, retry, random: 0.5 }))).toEqual(bounds.map((most) => most / 2));
  fc.assert(
    fc.property(retry, random, (retry, random) => {
      const wait = waitBefore({ ...none, retry, random });
      expect(wait).toBe(random * (bounds[retry] ?? 8_000));
    }),
  );
});
