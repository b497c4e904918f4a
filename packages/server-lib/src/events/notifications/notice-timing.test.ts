import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noticeDue } from './notice-timing.js';

const hour = 3_600_000_000;
const times = fc.integer({ min: 0, max: 4_000_000_000_000_000 });

test('hourly emails are due at the next full hour, daily ones at the next 07:00 UTC', () => {
  fc.assert(
    fc.property(times, (at) => {
      const [hourly, daily] = [noticeDue('hourly', at), noticeDue('daily', at)];
      expect(noticeDue('at_once', at)).toBe(at);
      expect([hourly % hour, daily % (24 * hour)]).toEqual([0, 7 * hour]);
      expect(hourly > at && hourly <= at + hour).toBe(true);
      expect(daily > at && daily <= at + 24 * hour).toBe(true);
    }),
  );
});
