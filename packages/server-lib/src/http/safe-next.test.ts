import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeNext } from './safe-next.js';

test.each([
  '/',
  '/dashboard/keys',
  '/x/polls/dashboard?notice=saved#top',
  '/dashboard?q=a%20b%26c',
  '/search?u=https://example.com',
])('accepts %s', (path) => {
  expect(safeNext(path)).toBe(path);
});

test.each([
  undefined,
  '',
  'dashboard',
  'https://evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/%09/evil.example',
  '/%2Fevil.example',
  '/%2f%2fevil.example',
  '/%5Cevil.example',
  '/%255Cevil.example',
  '/%25255Cevil.example',
  '/dashboard\\..\\..\\evil',
  '/.//evil.example',
  '/dashboard/..//evil.example',
  '/%E0%A4%A',
  ' /dashboard',
  'javascript:alert(1)',
  '/dashboard\r\nset-cookie: a=b',
  '/dashboard%0d%0aset-cookie: a=b',
  `/${'a'.repeat(3_000)}`,
  `/${'%25'.repeat(80)}`,
])('rejects %j', (path) => {
  expect(safeNext(path)).toBeUndefined();
});

test('returns only paths on the same origin that are valid header values', () => {
  const pieces = fc.constantFrom(
    '/',
    '\\',
    '%2f',
    '%5c',
    '%25',
    '.',
    '..',
    ':',
    '@',
    '?',
    '#',
    'evil.example',
    '\t',
    '\u0000',
    'é',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const next = safeNext(`/${parts.join('')}`);
      if (next === undefined) return;
      expect(next).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
      expect(new URL(next, 'https://example.com').origin).toBe('https://example.com');
    }),
    { numRuns: 2_000 },
  );
});
