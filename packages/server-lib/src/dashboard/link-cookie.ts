import type { HttpExchange, Reply } from '../http/exchange.js';
import { seeOther } from '../http/reply.js';
import type { Services } from '../instance/assemble-services.js';
import { readCookie } from '../owners/access/session-cookie.js';

/** Keeps the token of a link from an email in a cookie of the page that the link opens. */
export interface LinkCookie {
  /** Returns the token; empty if there is no cookie. */
  read(exchange: HttpExchange): string;
  /** Redirects to the page without the token, which moves into the cookie. */
  take(exchange: HttpExchange, token: string): Reply;
  /** Returns the header that deletes the cookie. */
  clear(exchange: HttpExchange): string[];
}

export interface LinkCookieOptions {
  /** The purpose of the cookie, which is a part of its name. */
  readonly name: string;
  /** The path of the page. */
  readonly path: string;
  /** The pattern of tokens, so that no other text gets into a header. */
  readonly pattern: RegExp;
  readonly maxAgeSeconds: number;
}

/**
 * Creates the cookie of a page that a link in an email opens. The token moves from the URL into the cookie, so that it is not in the
 * browser's history, in logs of later requests or in a `Referer`.
 */
export function createLinkCookie({ cookiePlace }: Services, options: LinkCookieOptions): LinkCookie {
  const { name, path, pattern, maxAgeSeconds } = options;
  // Over HTTPS, the prefix prevents that a page loaded over HTTP sets the cookie.
  const cookie = `${cookiePlace.secure ? '__Secure-' : ''}askwell-${name}`;
  const secure = cookiePlace.secure ? '; Secure' : '';
  const set = ({ base }: HttpExchange, token: string, maxAge: number) => [
    'set-cookie',
    `${cookie}=${token}; Path=${base}${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`,
  ];

  return {
    read: (exchange) => readCookie(exchange.header('cookie'), cookie) ?? '',

    take(exchange, token) {
      const header = pattern.test(token) ? set(exchange, token, maxAgeSeconds) : set(exchange, '', 0);
      return seeOther(`${exchange.base}${path}`, [...header, 'referrer-policy', 'no-referrer']);
    },

    clear: (exchange) => set(exchange, '', 0),
  };
}
