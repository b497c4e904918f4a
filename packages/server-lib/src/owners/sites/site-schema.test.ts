import fc from 'fast-check';
import { expect, test } from 'vitest';
import { check } from '../../base/validation/check.js';
import { siteChanges, siteDraft } from './site-schema.js';

const originsOf = (...origins: string[]) => check(siteDraft, { name: 'a', origins }).origins;

test.each([
  ['https://example.com', 'https://example.com'],
  ['http://example.com', 'http://example.com'],
  ['https://example.com/', 'https://example.com'],
  ['  https://example.com \n', 'https://example.com'],
  ['HTTPS://EXAMPLE.com:443/', 'https://example.com'],
  ['http://example.com:80', 'http://example.com'],
  ['http://example.com:443', 'http://example.com:443'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://[2001:DB8::0:1]:3000', 'http://[2001:db8::1]:3000'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
])('normalizes %j to %s', (input, origin) => {
  expect(originsOf(input)).toEqual([origin]);
});

test.each([
  '',
  ' ',
  'null',
  '*',
  'example.com',
  '//example.com',
  'ftp://example.com',
  'https://example.com;sandbox',
  'https://example.com,b.example',
  "https://'none'",
  'file:///etc/hosts',
  'javascript:alert(1)',
  'https://',
  'https:///',
  'https://example.com/path',
  'https://example.com/?',
  'https://example.com?x',
  'https://example.com#x',
  'https://*.example.com',
  'https://example.com:99999',
  'https://exa mple.com',
  'https://example.com\\evil',
  'https://example.com https://other.example',
  'https://exa\0mple.com',
  'https://\ud800.example',
  `https://${'a'.repeat(2_048)}.example`,
])('rejects %j as an origin', (input) => {
  expect(() => originsOf('https://example.com', input)).toThrow(
    expect.objectContaining({
      errors: { 'origins.1': ['Must be an origin like https://example.com, without a path.'] },
    }),
  );
});

test.each(['https://user@example.com', 'https://user:secret@example.com', ' HTTPS://:secret@example.com/path '])(
  'rejects %j as an origin with credentials',
  (input) => {
    expect(() => originsOf('https://example.com', input)).toThrow(
      expect.objectContaining({ errors: { 'origins.1': ['Must be a URL without a user name and a password.'] } }),
    );
  },
);

test('accepts every origin that a browser can send, unchanged', () => {
  fc.assert(
    fc.property(fc.webUrl({ validSchemes: ['http', 'https'] }), (url) => {
      const { origin } = new URL(url);
      expect(originsOf(origin, `${origin}/`, origin.toUpperCase())).toEqual([origin]);
    }),
  );
});

test('removes duplicate origins, and allows at most 100', () => {
  expect(originsOf('https://b.example', 'https://a.example', 'HTTPS://B.example')).toEqual([
    'https://b.example',
    'https://a.example',
  ]);
  const many = Array.from({ length: 101 }, (_, at) => `https://s${at}.example`);
  expect(originsOf(...many.slice(1))).toHaveLength(100);
  expect(() => originsOf(...many)).toThrow(
    expect.objectContaining({ errors: { origins: ['Must have at most 100 items.'] } }),
  );
});

test('keeps members absent in a change, and turns null into an empty list', () => {
  expect(check(siteChanges, {})).toEqual({});
  expect(check(siteChanges, { origins: null })).toEqual({ origins: [] });
  expect(check(siteDraft, { name: ' a ', origins: null })).toEqual({ name: 'a', origins: [] });
  expect(() => check(siteChanges, { name: null })).toThrow(
    expect.objectContaining({ errors: { name: ['Must be a string.'] } }),
  );
});
