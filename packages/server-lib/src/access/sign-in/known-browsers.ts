import { randomBytes, timingSafeEqual } from 'node:crypto';
import { shortHmac } from '../../crypto/hmac.js';
import type { Secret } from '../../crypto/secret.js';
import { type CookiePlace, readCookie } from '../session-cookie.js';

/** How long a browser keeps the cookie. */
const cookieSeconds = 365 * 24 * 3600;

/** Accounts that one browser is known to. The one that signed in last comes first. */
const mostAccounts = 5;

const token = /^([A-Za-z0-9_-]{22})\.([0-9a-f]{32})$/;

/** Browsers in which an account has signed in before: others' wrong passwords do not lock those out. */
export interface KnownBrowsers {
  /** Returns the id of the browser that sends a cookie header if the account has signed in there, otherwise undefined. */
  idOf(cookies: string | undefined, account: number): string | undefined;
  /** Returns the cookie that makes a browser known to an account, and keeps it known to others. */
  cookieFor(cookies: string | undefined, account: number, place: CookiePlace): string;
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
    const [, id, mac] = token.exec(text) ?? [];
    return id !== undefined && mac !== undefined && timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(id, account)));
  }

  return {
    idOf: (cookies, account) =>
      tokensIn(cookies)
        .find((text) => isOf(text, account))
        ?.split('.', 1)[0],

    cookieFor(cookies, account, place) {
      const id = randomBytes(16).toString('base64url');
      const others = tokensIn(cookies).filter((text) => !isOf(text, account));
      const tokens = [`${id}.${macOf(id, account)}`, ...others].slice(0, mostAccounts);
      const secure = place.secure ? '; Secure' : '';
      const attributes = `Path=${place.base}/login; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax${secure}`;
      return `${nameOf(place.secure)}=${tokens.join('~')}; ${attributes}`;
    },
  };
}

function tokensIn(cookies: string | undefined): string[] {
  // Under either name: a MAC is worth the same in both.
  const value = readCookie(cookies, nameOf(true)) ?? readCookie(cookies, nameOf(false)) ?? '';
  return value
    .split('~')
    .slice(0, mostAccounts)
    .filter((text) => token.test(text));
}

/** Over https a prefix keeps plain http from planting the cookie. */
function nameOf(isSecure: boolean): string {
  return isSecure ? '__Secure-askwell-known' : 'askwell-known';
}
