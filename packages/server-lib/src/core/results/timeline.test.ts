import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatTimestamp } from '../../base/clock.js';
import { hourBucket, timelineOf } from './timeline.js';

const hour = 3_600_000_000;

test('lists the hours with their timestamps in ascending order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 400_000, max: 400_100 })), (hours) => {
      const rows = hours.map((at): [string, number] => [hourBucket(at * hour).bucket, at]);
      const tallies = { answers: 0, count: () => 0, withPrefix: () => rows, writeIns: () => [] };
      const expected = [...hours].sort((a, b) => a - b).map((at) => ({ at: formatTimestamp(at * hour), count: at }));
      expect(timelineOf(tallies)).toEqual(expected);
    }),
  );
});
