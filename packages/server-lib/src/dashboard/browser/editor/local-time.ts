/*
 * Converts between UTC and the time zone of the browser, as the values of `datetime-local` fields. `Date` knows the rules of
 * the zone: a time that the clocks skip moves forward by the skipped duration, and a time that the clocks show twice means the first one.
 */

/** Returns the local time of a time in UTC, such as `2026-01-31T10:00` for `2026-01-31T09:00`. Empty for an empty one. */
export function toLocalTime(utc: string): string {
  const at = new Date(`${utc}Z`);
  if (Number.isNaN(at.getTime())) return '';
  // A time of the same digits in UTC, to write them as ISO 8601 does.
  const [year, month, day] = [at.getFullYear(), at.getMonth(), at.getDate()];
  const digits = new Date(Date.UTC(2000, month, day, at.getHours(), at.getMinutes()));
  digits.setUTCFullYear(year, month, day);
  return toMinutes(digits);
}

/** Returns the time in UTC of a local time. Empty for an empty one. */
export function toUtcTime(local: string): string {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? '' : toMinutes(at);
}

/** Returns a time without seconds and zone. Years after 9999 keep their sign, which the server refuses. */
function toMinutes(at: Date): string {
  return at.toISOString().replace(/:\d\d\.\d+Z$/, '');
}
