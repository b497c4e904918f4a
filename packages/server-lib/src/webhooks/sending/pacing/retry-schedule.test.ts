import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveWebhookOptions } from '../../webhook-options.js';
import { nextAttemptAt, restAfterFailures } from './retry-schedule.js';

const second = 1_000_000;
const at = Date.UTC(2026, 0, 31) * 1_000;
const delays = resolveWebhookOptions().retryDelays;

describe('the next attempt', () => {
  test('follows each delay of the list, which spans more than a day, and none follows the last', () => {
    const due = Array.from({ length: 8 }, (_, nth) => nextAttemptAt(nth + 1, { at, delays }, () => 0));
    expect(due.map((time) => time && (time - at) / second)).toEqual([
      5,
      300,
      1_800,
      7_200,
      18_000,
      36_000,
      36_000,
      null,
    ]);
    expect(delays.reduce((sum, delay) => sum + delay, 0)).toBeGreaterThan(24 * 3_600);
  });

  test('is up to a tenth later than its delay', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, share) => {
        const delay = (delays[attempts - 1] ?? 0) * second;
        const waits = (nextAttemptAt(attempts, { at, delays }, () => share) ?? 0) - at;
        expect(waits).toBe(Math.round(delay * (1 + share / 10)));
      }),
    );
    const random = new Set(Array.from({ length: 20 }, () => nextAttemptAt(7, { at, delays })));
    expect(random.size).toBeGreaterThan(1);
  });

  test.each<[header: string, seconds: number]>([
    ['60', 60],
    ['3600', 3_600],
    ['3601', 3_600],
    ['9999999999', 3_600],
    ['4', 5],
    ['0', 5],
    ['-60', 5],
    ['1e3', 5],
    ['soon', 5],
    ['', 5],
    ['Sat, 31 Jan 2026 00:01:40 GMT', 100],
    ['Sat, 31 Jan 2026 09:00:00 GMT', 3_600],
    ['Fri, 30 Jan 2026 23:59:59 GMT', 5],
  ])('with Retry-After %j follows after %i seconds', (retryAfter, seconds) => {
    expect(nextAttemptAt(1, { at, delays, retryAfter }, () => 0)).toBe(at + seconds * second);
  });

  test('does not follow the last attempt, whatever the response asks for', () => {
    expect(nextAttemptAt(8, { at, delays, retryAfter: '60' })).toBeNull();
  });
});

test('a failing webhook rests for a quarter of the time for which it has failed, from 5 seconds to 5 minutes', () => {
  const seconds = [0, 1, 20, 40, 400, 1_200, 1_204, 100_000];
  expect(seconds.map((failing) => restAfterFailures(failing * second, delays) / second)).toEqual([
    ...[5, 5, 5, 10, 100, 300, 300, 300],
  ]);
  expect(restAfterFailures(0, [])).toBe(5 * second);
  // Delays that do not grow.
  expect(restAfterFailures(3_600 * second, [60, 1])).toBe(60 * second);
});
