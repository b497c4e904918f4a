import { formatTimestamp, type Micros } from '../../base/clock.js';
import type { Timestamp } from '../../shared/contract/resources.js';
import { bucketOf, type Contribution } from './contribution.js';
import type { Tallies } from './tallies.js';
import { uncountedBucket } from './uncounted-bucket.js';

const hourLength: Micros = 3600 * 1_000_000;
const dayLength: Micros = 24 * hourLength;

/** Author-defined IDs cannot contain a dollar sign. */
export const hourPrefix = '$h.';

/** Returns the timeline bucket of a time. */
export function hourBucket(at: Micros): { bucket: string; n: number } {
  return { bucket: hourPrefix + Math.floor(at / hourLength), n: 1 };
}

/** Returns what an answer adds to the results, with its hour. Answers that do not count are not part of the timeline. */
export function withHour(contributions: readonly Contribution[], at: Micros): readonly Contribution[] {
  return contributions.some((one) => bucketOf(one) === uncountedBucket)
    ? contributions
    : [...contributions, hourBucket(at)];
}

/** Returns the start of the hour that a bucket counts. */
export function hourStart(bucket: string): Micros {
  return Number(bucket.slice(hourPrefix.length)) * hourLength;
}

/** Returns the end of the hour that a bucket counts. */
export function hourEnd(bucket: string): Micros {
  return hourStart(bucket) + hourLength;
}

/** The number of answers in one hour. */
export interface TimelineEntry {
  at: Timestamp;
  count: number;
}

/** Returns the hours with answers, in ascending order. */
export function timelineOf({ withPrefix }: Tallies): TimelineEntry[] {
  // A year has 8,760 hours, so the date is formatted only once per day.
  let [day, date] = [Number.NaN, ''];
  return withPrefix(hourPrefix)
    .map(([bucket, count]) => ({ at: hourStart(bucket), count }))
    .sort((a, b) => a.at - b.at)
    .map(({ at, count }) => {
      const dayOfHour = Math.floor(at / dayLength);
      if (dayOfHour !== day) [day, date] = [dayOfHour, formatTimestamp(dayOfHour * dayLength).slice(0, 11)];
      const hour = String((at - day * dayLength) / hourLength).padStart(2, '0');
      return { at: `${date}${hour}:00:00.000000Z`, count };
    });
}

/** The maximum number of hours in the timeline that visitors get. A year has 8,760. */
export const maxTimelineHours = 2_000;

/** Returns the results with only the latest hours of their timeline. */
export function withLatestHours<Results extends { readonly timeline: readonly unknown[] }>(results: Results): Results {
  return results.timeline.length <= maxTimelineHours
    ? results
    : { ...results, timeline: results.timeline.slice(-maxTimelineHours) };
}
