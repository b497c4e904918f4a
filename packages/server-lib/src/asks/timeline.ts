import type { Micros } from '../clock.js';

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
