import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextAttemptAt, type RetrySchedule } from './retry-schedule.js';

const second = 1_000_000;
const at = Date.UTC(2026, 0, 31) * 1_000;
const delays = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
const schedule: RetrySchedule = { delays, thenEvery: null, jitter: 0.1 };

describe('the next attempt', () => {
  test('is due after each delay of the list, and never after the last delay', () => {
    const due = Array.from({ length: 8 }, (_, nth) => nextAttemptAt(schedule, nth + 1, { at }, () => 0));
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
  });

  test('is due at the same interval after the last delay, if the schedule has an interval', () => {
    const repeated: RetrySchedule = { delays: [1], thenEvery: 2, jitter: 0 };
    const due = [1, 2, 3, 1_000].map((attempts) => nextAttemptAt(repeated, attempts, { at }));
    expect(due.map((time) => time && (time - at) / second)).toEqual([1, 2, 2, 2]);
  });

  test('is due up to a tenth later than its delay', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, share) => {
        const delay = (delays[attempts - 1] ?? 0) * second;
        const waits = (nextAttemptAt(schedule, attempts, { at }, () => share) ?? 0) - at;
        expect(waits).toBe(Math.round(delay * (1 + share / 10)));
      }),
    );
    const random = new Set(Array.from({ length: 20 }, () => nextAttemptAt(schedule, 7, { at })));
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
    expect(nextAttemptAt(schedule, 1, { at, retryAfter }, () => 0)).toBe(at + seconds * second);
  });

  test('is never due after the last attempt, whatever the response asks for', () => {
    expect(nextAttemptAt(schedule, 8, { at, retryAfter: '60' })).toBeNull();
  });
});
