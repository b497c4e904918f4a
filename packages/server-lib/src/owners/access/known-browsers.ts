import { randomBytes, timingSafeEqual } from 'node:crypto';
import { shortHmac } from '../../base/crypto/hmac.js';
import type { Secret } from '../../base/crypto/secret.js';
import { knownBrowserSeconds, maxKnownAccounts } from './limits.js';
import { type CookieSettings, readCookie } from './session-cookie.js';

const tokenPattern = /^([A-Za-z0-9_-]{22})\.([0-9a-f]{32})$/;

/** Recognizes browsers in which an account has signed in before. Wrong passwords from other clients do not lock them out. */
export interface KnownBrowsers {
  /** Returns the ID of the browser from a `Cookie` header; undefined if the account has not signed in there before. */
  findId(cookies: string | undefined, account: number): string | undefined;
  /** Returns the `Set-Cookie` header that adds an account to the accounts that have signed in in a browser. */
  serializeCookie(cookies: string | undefined, account: number, settings: CookieSettings): string;
}

/**
 * Uses a device cookie as described in OWASP's "Slow Down Online Guessing Attacks with Device Cookies". The cookie does not
 * sign anyone in. For each account, it contains a random ID and a MAC of the ID and the account, so that the server does
 * not have to store anything.
 */
export function createKnownBrowsers(secret: Secret): KnownBrowsers {
  function macOf(id: string, account: number): string {
    return shortHmac(secret.key, `known browser\0${account}\0${id}`);
  }

  function isOf(text: string, account: number): boolean {
    const [, id, mac] = tokenPattern.exec(text) ?? [];
    return id !== undefined && mac !== undefined && timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(id, account)));
  }

  return {
    findId: (cookies, account) =>
      readTokens(cookies)
        .find((text) => isOf(text, account))
        ?.split('.', 1)[0],

    serializeCookie(cookies, account, settings) {
      const id = randomBytes(16).toString('base64url');
      const others = readTokens(cookies).filter((text) => !isOf(text, account));
      const tokens = [`${id}.${macOf(id, account)}`, ...others].slice(0, maxKnownAccounts);
      const secure = settings.secure ? '; Secure' : '';
      const attributes = `Path=${settings.base}/login; Max-Age=${knownBrowserSeconds}; HttpOnly; SameSite=Lax${secure}`;
      return `${cookieName(settings.secure)}=${tokens.join('~')}; ${attributes}`;
    },
  };
}

function readTokens(cookies: string | undefined): string[] {
  // Both names are accepted, since the MAC is verified in any case.
  const value = readCookie(cookies, cookieName(true)) ?? readCookie(cookies, cookieName(false)) ?? '';
  return value
    .split('~')
    .slice(0, maxKnownAccounts)
    .filter((text) => tokenPattern.test(text));
}

/** Over HTTPS, the prefix prevents that a page loaded over HTTP sets the cookie. */
function cookieName(isSecure: boolean): string {
  return isSecure ? '__Secure-askwell-known' : 'askwell-known';
}
