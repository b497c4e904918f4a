import type { Timestamp } from '../../api/response-types.js';
import { formatTimestamp, type Micros } from '../../clock.js';
import type { Tallies } from '../kind-definition.js';

const hour: Micros = 3600 * 1_000_000;

/** No id of an author's begins with a dollar sign. */
export const hourPrefix = '$h.';

/** The timeline's bucket of a time. */
export function hourBucket(at: Micros): { bucket: string; n: number } {
  return { bucket: hourPrefix + Math.floor(at / hour), n: 1 };
}

/** When a bucket's hour began. */
export function hourOf(bucket: string): Micros {
  return Number(bucket.slice(hourPrefix.length)) * hour;
}

/** How many answers came in one hour. */
export interface TimelineEntry {
  at: Timestamp;
  count: number;
}

/** Returns the hours in which answers came, the first one first. */
export function timelineOf({ withPrefix }: Tallies): TimelineEntry[] {
  return withPrefix(hourPrefix)
    .map(([bucket, count]) => ({ at: hourOf(bucket), count }))
    .sort((a, b) => a.at - b.at)
    .map(({ at, count }) => ({ at: formatTimestamp(at), count }));
}

/** How many hours of the timeline visitors see. A year has 8,760. */
export const mostHours = 2_000;

/** Returns the results with only the latest hours of their timeline. */
export function withLatestHours<Results extends { readonly timeline: readonly unknown[] }>(results: Results): Results {
  return results.timeline.length <= mostHours ? results : { ...results, timeline: results.timeline.slice(-mostHours) };
}
