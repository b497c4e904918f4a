import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Faults } from '../../base/faults/faults.js';
import { checkDate } from './date.js';
import { checkEmail } from './email.js';
import { checkPhone } from './phone.js';
import { checkText } from './text-field.js';
import { checkTime } from './time-of-day.js';
import { checkUrl } from './url.js';

type Check = (given: unknown, path: string, faults: Faults) => string | undefined;

function judge(check: Check, given: unknown): 'fine' | 'blank' | 'refused' {
  const faults = new Faults();
  const answer = check(given, 'answers.x', faults);
  if (faults.any)
    return Object.keys(faults.toError().errors ?? {})[0] === 'answers.x' ? 'refused' : expect.unreachable();
  return answer === undefined ? 'blank' : 'fine';
}

const long = (count: number, of = 'a') => of.repeat(count);

test.each<[string, Check, unknown[], unknown[]]>([
  [
    'an email address',
    checkEmail,
    ['a@b.c', 'first.last+tag@sub.example.com', ' a@b.c '],
    ['a', 'a@', '@b.c', 'a b@c.d', 'a@b..c', `${long(251)}@b.c`, 5, ['a@b.c'], 'a@b.c\u0000'],
  ],
  [
    'a URL',
    checkUrl,
    ['https://example.com', 'http://localhost:80/x?y#z', 'HTTPS://EXAMPLE.COM', 'linkedin.com/in/ada'],
    [
      'example',
      'javascript:alert(1)',
      'ftp://example.com',
      'https://',
      'https://user:password@example.com',
      `https://example.com/${long(2_050)}`,
    ],
  ],
  [
    'a phone number',
    checkPhone,
    ['12345', '+44 20 7946 0958', '(030) 901820-0', '030/90.18.20', long(20, '1')],
    ['1234', long(21, '1'), 'call me', '+49x12345', '12345\n67890', '--12345'],
  ],
  [
    'a date',
    checkDate,
    ['2024-02-29', '0001-01-01', '9999-12-31'],
    ['2023-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '01/02/2026', '2026-01-01T00:00:00Z', '0000-01-01'],
  ],
  ['a time', checkTime, ['00:00', '23:59', '09:05:07'], ['24:00', '9:05', '12:60', '12:00:60', '12', '12:00 pm']],
])('validates %s', (_what, check, fine, refused) => {
  for (const given of fine) expect([given, judge(check, given)]).toEqual([given, 'fine']);
  for (const given of refused) expect([given, judge(check, given)]).toEqual([given, 'refused']);
  expect(judge(check, '  ')).toBe('blank');
});

test('stores a URL with its scheme', () => {
  const faults = new Faults();
  expect(checkUrl(' linkedin.com/in/ada ', 'answers.x', faults)).toBe('https://linkedin.com/in/ada');
  expect(faults.any).toBe(false);
  checkUrl(`example.com/${long(2_033)}`, 'answers.x', faults);
  expect(faults.issues).toEqual([expect.objectContaining({ path: 'answers.x', code: 'invalid_url' })]);
});

test('accepts every day of the calendar as a date', () => {
  const span = { min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true };
  fc.assert(
    fc.property(fc.date(span), (date) => {
      expect(judge(checkDate, date.toISOString().slice(0, 10))).toBe('fine');
    }),
  );
});

test('counts lengths in code points', () => {
  const limits = { min_length: 2, max_length: 3 };
  const check: Check = (given, path, faults) => checkText(limits, given, path, faults);
  expect([judge(check, '🙂🙂🙂'), judge(check, '🙂🙂🙂🙂'), judge(check, '🙂')]).toEqual([
    'fine',
    'refused',
    'refused',
  ]);
  expect(judge(check, '\ud800aa')).toBe('refused');
});

test('normalizes line breaks of forms and JSON', () => {
  const faults = new Faults();
  const limits = { min_length: null, max_length: null };
  expect(checkText(limits, 'one\r\ntwo', 'answers.x', faults)).toBe('one\ntwo');
  expect(faults.any).toBe(false);
});
