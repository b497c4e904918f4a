import { expect, test } from 'vitest';
import { checkIpv6Prefix, checkKeyPrefix, checkLiveReaders, placeOf } from './options.js';

test.each([
  [{}, { origin: undefined, basePath: '', linkBase: undefined, secure: false }],
  [
    { baseUrl: 'http://localhost:3000' },
    { origin: 'http://localhost:3000', basePath: '', linkBase: '', secure: false },
  ],
  [
    { baseUrl: 'https://example.com/polls/' },
    { origin: 'https://example.com', basePath: '/polls', linkBase: '/polls', secure: true },
  ],
  [
    { baseUrl: 'HTTPS://Example.com:443/a/b' },
    { origin: 'https://example.com', basePath: '/a/b', linkBase: '/a/b', secure: true },
  ],
  [
    { baseUrl: 'https://example.com/polls', basePath: '/' },
    { origin: 'https://example.com', basePath: '', linkBase: '/polls', secure: true },
  ],
  [{ basePath: '/polls/' }, { origin: undefined, basePath: '/polls', linkBase: undefined, secure: false }],
  [{ basePath: '/pölls' }, { origin: undefined, basePath: '/p%C3%B6lls', linkBase: undefined, secure: false }],
])('%j has its place', (options, place) => {
  expect(placeOf(options)).toEqual(place);
});

test.each([
  '',
  'example.com',
  'ftp://example.com',
  'https://example.com?x=1',
  'https://example.com/#x',
  'https://me@example.com',
  'https://:secret@example.com',
  'https://',
  'https://example.com//evil.example',
  'https://example.com/\\evil.example',
  '/polls',
])('the baseUrl %j is refused with what it should be', (baseUrl) => {
  expect(() => placeOf({ baseUrl })).toThrow(
    new TypeError(`baseUrl: "${baseUrl}" must be an http or https URL without query, like https://example.com/polls.`),
  );
});

test.each(['polls', '//evil.example', '/a//b', '/a?b', '/a#b', '/a b', '/a\\b', 'https://example.com'])(
  'the basePath %j is refused with what it should be',
  (basePath) => {
    expect(() => placeOf({ basePath })).toThrow(new TypeError(`basePath: "${basePath}" must be a path like /polls.`));
  },
);

test.each(['', 'a', 'Ask', 'ask_', 'abcdefghijklm', 'ask1'])('the keyPrefix %j is refused', (prefix) => {
  expect(() => checkKeyPrefix(prefix)).toThrow(
    new TypeError(`keyPrefix: "${prefix}" must be 2 to 12 letters from a to z.`),
  );
});

test.each([15, 129, 64.5, Number.NaN, -64])('the ipv6Prefix %d is refused', (bits) => {
  expect(() => checkIpv6Prefix(bits)).toThrow(
    new TypeError(`limits.ipv6Prefix: ${bits} must be a whole number from 16 to 128.`),
  );
});

test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('so many as %d readers are refused', (count) => {
  expect(() => checkLiveReaders(count)).toThrow(
    new TypeError(`limits.liveReaders: ${count} must be a whole number, 0 or more.`),
  );
});

test.each([16, 48, 64, 128])('the ipv6Prefix %d is taken', (bits) => {
  expect(checkIpv6Prefix(bits)).toBe(bits);
});

test.each(['ab', 'ask', 'abcdefghijkl'])('the keyPrefix %s is taken', (prefix) => {
  expect(checkKeyPrefix(prefix)).toBe(prefix);
});
