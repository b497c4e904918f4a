import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRetryAfter } from './retry-after.js';

const now = Date.UTC(1994, 10, 6, 8, 49, 37);

test('returns a number of seconds unchanged', () => {
  fc.assert(
    fc.property(fc.nat(), (seconds) => {
      expect(readRetryAfter(String(seconds), undefined, now)).toBe(seconds);
    }),
  );
  expect(readRetryAfter('31536000', undefined, now)).toBe(31_536_000);
});

/** Dates from 1970 to 9999, in whole seconds. */
const date = fc
  .date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true })
  .map((date) => Math.floor(date.getTime() / 1000) * 1000);

test('returns the seconds from the Date header to the date, at least 0', () => {
  fc.assert(
    fc.property(date, date, fc.nat(), (until, sent, now) => {
      const seconds = readRetryAfter(new Date(until).toUTCString(), new Date(sent).toUTCString(), now);
      expect(seconds).toBe(Math.max(0, (until - sent) / 1000));
    }),
  );
});

test('compares a date with the local time if the response has no valid Date header', () => {
  expect(readRetryAfter('Sun, 06 Nov 1994 08:50:07 GMT', undefined, now)).toBe(30);
  expect(readRetryAfter('Sun, 06 Nov 1994 08:50:07 GMT', 'invalid', now)).toBe(30);
});

test.each([['Sun, 06 Nov 1994 08:50:07 GMT'], ['Sunday, 06-Nov-94 08:50:07 GMT'], ['Sun Nov  6 08:50:07 1994']])(
  'parses "%s" as UTC in every time zone',
  (date) => {
    expect(readRetryAfter(date, undefined, now)).toBe(30);
  },
);

test.each([[undefined], [''], ['soon'], ['-1'], ['1.5'], ['2 minutes'], ['foo 5'], ['Mon, 99 Foo 2020 08:50:07 GMT']])(
  'returns undefined for %j',
  (value) => {
    expect(readRetryAfter(value, undefined, now)).toBeUndefined();
  },
);

test('never throws', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (value, sent) => {
      const seconds = readRetryAfter(value, sent, now) ?? 0;
      expect(seconds).toBeGreaterThanOrEqual(0);
    }),
  );
});
