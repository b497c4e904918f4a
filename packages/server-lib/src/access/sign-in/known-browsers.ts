import { randomBytes, timingSafeEqual } from 'node:crypto';
import { shortHmac } from '../../crypto/hmac.js';
import type { Secret } from '../../crypto/secret.js';
import { type CookieSettings, readCookie } from '../session-cookie.js';

/** How long a browser keeps the cookie. */
const cookieMaxAge = 365 * 24 * 3600;

/** Accounts that one browser is known to. The one that signed in last comes first. */
const maxAccounts = 5;

const tokenPattern = /^([A-Za-z0-9_-]{22})\.([0-9a-f]{32})$/;

/** Browsers in which an account has signed in before: others' wrong passwords do not lock those out. */
export interface KnownBrowsers {
  /** Returns the id of the browser that sends a cookie header if the account has signed in there, otherwise undefined. */
  findId(cookies: string | undefined, account: number): string | undefined;
  /** Returns the cookie that makes a browser known to an account, and keeps it known to others. */
  serializeCookie(cookies: string | undefined, account: number, place: CookieSettings): string;
}

/**
 * A device cookie as in OWASP's "Slow Down Online Guessing Attacks with Device Cookies": it opens nothing. It holds a random
 * id and a MAC of the id and the account for each account, so that nothing about it has to be stored.
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

    serializeCookie(cookies, account, place) {
      const id = randomBytes(16).toString('base64url');
      const others = readTokens(cookies).filter((text) => !isOf(text, account));
      const tokens = [`${id}.${macOf(id, account)}`, ...others].slice(0, maxAccounts);
      const secure = place.secure ? '; Secure' : '';
      const attributes = `Path=${place.base}/login; Max-Age=${cookieMaxAge}; HttpOnly; SameSite=Lax${secure}`;
      return `${cookieName(place.secure)}=${tokens.join('~')}; ${attributes}`;
    },
  };
}

function readTokens(cookies: string | undefined): string[] {
  // Under either name: a MAC is worth the same in both.
  const value = readCookie(cookies, cookieName(true)) ?? readCookie(cookies, cookieName(false)) ?? '';
  return value
    .split('~')
    .slice(0, maxAccounts)
    .filter((text) => tokenPattern.test(text));
}

/** Over https a prefix keeps plain http from planting the cookie. */
function cookieName(isSecure: boolean): string {
  return isSecure ? '__Secure-askwell-known' : 'askwell-known';
}
