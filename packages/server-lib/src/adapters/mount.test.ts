import { expect, test } from 'vitest';
import { silentLogger } from '../base/logger.js';
import { checkCsrfProtection, guessStrippedPrefix, locate } from './mount.js';

const below = (basePath: string, path: string, strippedPrefix = '') =>
  locate({ basePath, linkBase: undefined, logger: silentLogger }, path, strippedPrefix);

test.each([
  ['', '/a', '/a'],
  ['/polls', '/polls', '/'],
  ['/polls', '/polls/', '/'],
  ['/polls', '/polls/a', '/a'],
  ['/polls', '/polls/polls', '/polls'],
  ['/x/polls', '/x/polls/a', '/a'],
  ['/polls', '/', ''],
  ['/polls', '/pollsters', ''],
  ['/polls', '/Polls/a', ''],
  ['/polls', '/a/polls', ''],
])('with the base path %j, %j becomes %j', (basePath, path, expected) => {
  expect(below(basePath, path)).toMatchObject({ path: expected, base: basePath });
});

test.each([
  ['', '/a/', '/a/'],
  ['/polls', '/polls/a/b/', '/a/b'],
  ['/polls', '/polls/a//', '/a/'],
  ['/polls', '/pollsters/', ''],
])('with the base path %j, the path %j with a trailing slash becomes %j', (basePath, path, expected) => {
  expect(below(basePath, path).path).toBe(expected);
});

test.each([
  ['/polls', '/polls', '/a', '/a', '/polls'],
  ['/app/polls', '/app', '/polls/a/', '/a', '/app/polls'],
  ['/app/polls', '/app', '/polls', '/', '/app/polls'],
  ['/app/polls', '/app', '/a', '', '/app/polls'],
  ['/apple', '/app', '/a', '/a', '/app'],
  ['', '/votes', '/a', '/a', '/votes'],
])('with the base path %j and the removed prefix %j, %j becomes %j', (basePath, prefix, path, expected, base) => {
  expect(below(basePath, path, prefix)).toMatchObject({ path: expected, base });
});

test.each([
  ['/app/polls', '/polls/a', '/app'],
  ['/app/polls', '/polls', '/app'],
  ['/app/polls', '/app/polls/a', ''],
  ['/app/polls', '/pollsters', ''],
  ['/a/b/polls', '/b/polls/x', '/a'],
  ['/a/b/polls', '/polls/x', '/a/b'],
  ['/polls', '/x', ''],
  ['', '/x', ''],
])('with the base path %j, the prefix removed from %j is %j', (basePath, path, expected) => {
  expect(guessStrippedPrefix(basePath, path)).toBe(expected);
});

/** Returns the warnings about a request, and the headers that the response has before Askwell gets it. */
function warningsOf(headers: Readonly<Record<string, string | string[]>>, request: object = {}): string[] {
  const warnings: string[] = [];
  const logger = { ...silentLogger, warn: (_details: object, message: string) => void warnings.push(message) };
  const response = { getHeaderNames: () => Object.keys(headers), getHeader: (name: string) => headers[name] };
  for (let n = 0; n < 2; n++)
    checkCsrfProtection({ basePath: '/polls', logger }, { method: 'GET', ...request }, response);
  return warnings;
}

test.each([
  ['the cookie _csrf', { 'set-cookie': '_csrf=x; Path=/' }, {}],
  ['the cookie XSRF-TOKEN', { 'set-cookie': ['session=x', 'XSRF-TOKEN=x; Path=/'] }, {}],
  ['the cookie __Host-psifi.x-csrf-token', { 'set-cookie': ['__Host-psifi.x-csrf-token=x; Secure'] }, {}],
  ['the header x-csrf-token', { 'x-csrf-token': 'x' }, {}],
  ['request.csrfToken', {}, { csrfToken: () => 'x' }],
])('warns once if a CSRF protection has run before: %s', (sign, headers, request) => {
  expect(warningsOf(headers, request)).toEqual([expect.stringContaining(`(found: ${sign})`)]);
  expect(warningsOf(headers, request)).toEqual([expect.stringContaining('Exempt "/polls" from the CSRF protection')]);
});

test.each([
  ['no headers', {}, {}],
  ['the cookie of a session', { 'set-cookie': 'session=csrf', 'content-security-policy': "default-src 'self'" }, {}],
  ['an answer, which was not refused', { 'set-cookie': '_csrf=x' }, { method: 'POST' }],
])('does not warn about %s', (_name, headers, request) => {
  expect(warningsOf(headers, request)).toEqual([]);
});
