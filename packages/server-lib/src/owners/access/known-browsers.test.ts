import { expect, test } from 'vitest';
import { createSecret } from '../../base/crypto/secret.js';
import { createKnownBrowsers } from './known-browsers.js';

const secretOf = (secret: string) => createSecret({ secret, file: undefined, requireCreatable: () => {} });
const browsers = createKnownBrowsers(secretOf('0123456789abcdef0123456789abcdef'));
const settings = { base: '/polls', secure: false };

/** Returns the `Cookie` header of a browser after sign-ins with accounts. */
function signedInWith(...accounts: number[]): string | undefined {
  let cookies: string | undefined;
  for (const account of accounts) cookies = browsers.serializeCookie(cookies, account, settings).split(';', 1)[0];
  return cookies;
}

test('a browser is known for the accounts that have signed in there, and for no other', () => {
  const cookies = signedInWith(1, 2);
  expect(browsers.findId(cookies, 1)).toMatch(/^[\w-]{22}$/);
  expect(browsers.findId(cookies, 2)).toMatch(/^[\w-]{22}$/);
  expect(browsers.findId(cookies, 1)).not.toBe(browsers.findId(cookies, 2));
  expect(browsers.findId(cookies, 3)).toBeUndefined();
  expect(browsers.findId(undefined, 1)).toBeUndefined();
});

test('each sign-in sets a new ID, and the cookie contains the last five accounts', () => {
  const once = signedInWith(1);
  expect(browsers.findId(signedInWith(1, 1), 1)).not.toBe(browsers.findId(once, 1));
  const many = signedInWith(1, 2, 3, 4, 5, 6);
  expect([1, 2, 3, 4, 5, 6].map((account) => browsers.findId(many, account) !== undefined)).toEqual([
    ...[false, true, true, true, true, true],
  ]);
});

test('ignores modified and invalid cookies, and cookies of another secret', () => {
  const other = createKnownBrowsers(secretOf('fedcba9876543210fedcba9876543210')).serializeCookie(
    undefined,
    1,
    settings,
  );
  expect(browsers.findId(other.split(';', 1)[0], 1)).toBeUndefined();
  const cookie = signedInWith(1) ?? '';
  const changed = cookie.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  for (const invalid of [changed, 'askwell-known=', 'askwell-known=~~~', `askwell-known=${'a'.repeat(10_000)}`]) {
    expect(browsers.findId(invalid, 1)).toBeUndefined();
  }
});
