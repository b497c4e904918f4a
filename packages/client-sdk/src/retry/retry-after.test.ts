import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRetryAfter } from './retry-after.js';

const now = Date.UTC(1994, 10, 6, 8, 49, 37);

test('seconds are read as they stand, however many', () => {
  fc.assert(
    fc.property(fc.nat(), (seconds) => {
      expect(readRetryAfter(String(seconds), undefined, now)).toBe(seconds);
    }),
  );
  expect(readRetryAfter('31536000', undefined, now)).toBe(31_536_000);
});

/** From the year 1970 to 9999, to the second. */
const moment = fc
  .date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true })
  .map((date) => Math.floor(date.getTime() / 1000) * 1000);

test('a date is so many seconds from the Date of the reply, and never less than none', () => {
  fc.assert(
    fc.property(moment, moment, fc.nat(), (until, sent, now) => {
      const seconds = readRetryAfter(new Date(until).toUTCString(), new Date(sent).toUTCString(), now);
      expect(seconds).toBe(Math.max(0, (until - sent) / 1000));
    }),
  );
});

test('a date counts from now where the reply has no Date', () => {
  expect(readRetryAfter('Sun, 06 Nov 1994 08:50:07 GMT', undefined, now)).toBe(30);
  expect(readRetryAfter('Sun, 06 Nov 1994 08:50:07 GMT', 'whenever', now)).toBe(30);
});

test.each([['Sun, 06 Nov 1994 08:50:07 GMT'], ['Sunday, 06-Nov-94 08:50:07 GMT'], ['Sun Nov  6 08:50:07 1994']])(
  '"%s" is read as HTTP means it, wherever this runs',
  (date) => {
    expect(readRetryAfter(date, undefined, now)).toBe(30);
  },
);

test.each([[undefined], [''], ['soon'], ['-1'], ['1.5'], ['2 minutes'], ['foo 5'], ['Mon, 99 Foo 2020 08:50:07 GMT']])(
  '%j asks for nothing',
  (value) => {
    expect(readRetryAfter(value, undefined, now)).toBeUndefined();
  },
);

test('no text at all makes it fail', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (value, sent) => {
      const seconds = readRetryAfter(value, sent, now) ?? 0;
      expect(seconds).toBeGreaterThanOrEqual(0);
    }),
  );
});
