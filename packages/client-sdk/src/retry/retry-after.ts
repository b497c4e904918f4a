const secondsPattern = /^\d+$/;
/** `Sun, 06 Nov 1994 08:49:37 GMT` and the two obsolete formats that HTTP clients must accept. */
const datePattern = /^(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?,? .*\d\d:\d\d:\d\d/;

/**
 * Returns the delay in a `Retry-After` header in seconds, or undefined if the header is missing or invalid.
 *
 * @param value A number of seconds, or a date.
 * @param sentAt The `Date` header of the response. Dates are compared with it, so that a wrong local clock does not matter.
 * @param now The local time in milliseconds. Used if `sentAt` is missing.
 */
export function readRetryAfter(value: string | undefined, sentAt: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (secondsPattern.test(value)) return Number(value);
  const until = readDate(value);
  if (until === undefined) return undefined;
  return Math.max(0, (until - (readDate(sentAt) ?? now)) / 1000);
}

/** Parses an HTTP date into milliseconds since 1970. One obsolete format has no time zone, and means UTC. */
function readDate(text: string | undefined): number | undefined {
  if (text === undefined || !datePattern.test(text)) return undefined;
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(at) ? undefined : at;
}
