import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { toLocalTime, toUtcTime } from '../src/dashboard/browser/editor/local-time.js';

const own = process.env['TZ'];
afterEach(() => {
  if (own === undefined) delete process.env['TZ'];
  else process.env['TZ'] = own;
});

/** Returns a time of the zone as `Intl` writes it, which the functions do not use. */
function writtenIn(timeZone: string, utc: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return format.format(new Date(`${utc}Z`)).replace(' ', 'T');
}

const minutes = fc
  .date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2037-12-31T00:00:00Z'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 16));

describe.each([
  ...['UTC', 'Europe/Vienna', 'America/New_York', 'America/St_Johns', 'Asia/Kolkata', 'Australia/Lord_Howe'],
  ...['Pacific/Apia', 'Pacific/Chatham', 'Africa/Casablanca'],
])('in %s', (zone) => {
  test('times are converted to the zone and back', () => {
    process.env['TZ'] = zone;
    fc.assert(
      fc.property(minutes, (utc) => {
        const local = toLocalTime(utc);
        expect(local).toBe(writtenIn(zone, utc));
        const back = toUtcTime(local);
        // A time that clocks show twice is converted back to the first one.
        if (back !== utc) expect([back < utc, toLocalTime(back)]).toEqual([true, local]);
      }),
      { numRuns: 300 },
    );
  });
});

test('a skipped time moves forward, a repeated time means the first one, and an empty time stays empty', () => {
  process.env['TZ'] = 'Europe/Vienna';
  expect(toLocalTime(toUtcTime('2026-03-29T02:30'))).toBe('2026-03-29T03:30');
  expect(toUtcTime('2026-10-25T02:30')).toBe('2026-10-25T00:30');
  expect(toLocalTime('2026-10-25T01:30')).toBe('2026-10-25T02:30');
  expect([toLocalTime(''), toUtcTime('')]).toEqual(['', '']);
});
