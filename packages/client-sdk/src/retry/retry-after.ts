const seconds = /^\d+$/;
/** `Sun, 06 Nov 1994 08:49:37 GMT`, and the two older ways to write it that recipients still have to read. */
const date = /^(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?,? .*\d\d:\d\d:\d\d/;

/**
 * How many seconds a `Retry-After` asks to wait, in either of its forms. A date counts from the reply's own `Date` where
 * it has one, so that a clock that is wrong here does no harm. Undefined where it says neither.
 */
export function readRetryAfter(value: string | undefined, sentAt: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (seconds.test(value)) return Number(value);
  const until = readDate(value);
  if (until === undefined) return undefined;
  return Math.max(0, (until - (readDate(sentAt) ?? now)) / 1000);
}

/** Milliseconds since 1970; of the old forms one names no zone, and means UTC as all do. */
function readDate(text: string | undefined): number | undefined {
  if (text === undefined || !date.test(text)) return undefined;
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(at) ? undefined : at;
}
