import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCookie, serializeSessionCookie, sessionCookieName } from './session-cookie.js';

test('has the prefix __Host- over HTTPS without a base path', () => {
  expect(serializeSessionCookie({ base: '', secure: true }, 'token', 60)).toBe(
    '__Host-askwell=token; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  );
});

test('has the prefix __Secure- and the base path over HTTPS', () => {
  expect(serializeSessionCookie({ base: '/polls', secure: true }, 'token', 60)).toBe(
    '__Secure-askwell=token; Path=/polls; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  );
});

test('has no prefix and no Secure attribute over HTTP', () => {
  expect(serializeSessionCookie({ base: '/polls', secure: false }, 'token', 60)).toBe(
    'askwell=token; Path=/polls; Max-Age=60; HttpOnly; SameSite=Lax',
  );
  expect(serializeSessionCookie({ base: '', secure: false }, 'token', 60)).toBe(
    'askwell=token; Path=/; Max-Age=60; HttpOnly; SameSite=Lax',
  );
});

test.each([
  [undefined, undefined],
  ['', undefined],
  ['askwell', undefined],
  ['askwell=', ''],
  ['askwell=a', 'a'],
  ['other=x; askwell=a', 'a'],
  ['xaskwell=x; askwell=a', 'a'],
  ['askwell2=x', undefined],
  [' askwell = a ;b=c', 'a'],
  ['askwell=a=b', 'a=b'],
  ['ASKWELL=x', undefined],
])('reads from %j the value %j', (header, value) => {
  expect(readCookie(header, 'askwell')).toBe(value);
});

test('finds a cookie in any header', () => {
  const token = fc.stringMatching(/^[A-Za-z0-9_-]{1,43}$/);
  const others = fc.string().filter((text) => !text.includes('askwell'));
  fc.assert(
    fc.property(others, token, others, (before, value, after) => {
      const name = sessionCookieName({ base: '', secure: true });
      expect(readCookie(`${before};${name}=${value};${after}`, name)).toBe(value);
    }),
  );
});
