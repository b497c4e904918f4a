import { expect, test } from 'vitest';
import { createSecret } from '../../options/secret.js';
import { createKnownBrowsers } from './known-browsers.js';

const secretOf = (secret: string) => createSecret({ secret, file: undefined, requireCreatable: () => {} });
const browsers = createKnownBrowsers(secretOf('0123456789abcdef0123456789abcdef'));
const place = { base: '/polls', secure: false };

/** The cookie header of a browser that has signed in with accounts, one after the other. */
function signedInWith(...accounts: number[]): string | undefined {
  let cookies: string | undefined;
  for (const account of accounts) cookies = browsers.cookieFor(cookies, account, place).split(';', 1)[0];
  return cookies;
}

test('a browser is known to the accounts that have signed in there, and to no other', () => {
  const cookies = signedInWith(1, 2);
  expect(browsers.idOf(cookies, 1)).toMatch(/^[\w-]{22}$/);
  expect(browsers.idOf(cookies, 2)).toMatch(/^[\w-]{22}$/);
  expect(browsers.idOf(cookies, 1)).not.toBe(browsers.idOf(cookies, 2));
  expect(browsers.idOf(cookies, 3)).toBeUndefined();
  expect(browsers.idOf(undefined, 1)).toBeUndefined();
});

test('each sign-in gives another id, and the last five accounts are kept', () => {
  const once = signedInWith(1);
  expect(browsers.idOf(signedInWith(1, 1), 1)).not.toBe(browsers.idOf(once, 1));
  const many = signedInWith(1, 2, 3, 4, 5, 6);
  expect([1, 2, 3, 4, 5, 6].map((account) => browsers.idOf(many, account) !== undefined)).toEqual([
    ...[false, true, true, true, true, true],
  ]);
});

test('a cookie of another secret, a changed one or junk makes nothing known', () => {
  const other = createKnownBrowsers(secretOf('fedcba9876543210fedcba9876543210')).cookieFor(undefined, 1, place);
  expect(browsers.idOf(other.split(';', 1)[0], 1)).toBeUndefined();
  const cookie = signedInWith(1) ?? '';
  const changed = cookie.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  for (const junk of [changed, 'askwell-known=', 'askwell-known=~~~', `askwell-known=${'a'.repeat(10_000)}`]) {
    expect(browsers.idOf(junk, 1)).toBeUndefined();
  }
});
