import { readCookie } from '../auth/cookies.js';
import { base62, randomText } from '../crypto/random.js';
import type { Exchange } from '../http/exchange.js';

/** As long as browsers keep a cookie at most. */
const cookieSeconds = 400 * 24 * 3600;
const voterLength = 32;
const voterShape = /^[A-Za-z0-9]{32}$/;

/** What tells a visitor without scripts from others: a cookie of the hosted pages, and nothing else is in it. */
export interface Guest {
  readonly voter: string;
  /** Whether the browser comes back as this one. Frames on other sites get no cookie, and are new each time. */
  readonly isLasting: boolean;
  /** Gives the browser its cookie, or keeps it longer. */
  readonly headers: readonly string[];
}

/** The cookie goes to hosted pages alone; those send what it holds along with an answer, where it becomes an HMAC. */
export function guestOf(exchange: Pick<Exchange, 'base' | 'header'>, isSecure: boolean): Guest {
  const name = isSecure ? '__Secure-askwell-visitor' : 'askwell-visitor';
  const held = readCookie(exchange.header('cookie'), name);
  const isHeld = held !== undefined && voterShape.test(held);
  const voter = isHeld ? held : randomText(base62, voterLength);
  const isLasting = isHeld || (exchange.header('sec-fetch-dest') ?? 'document') === 'document';
  const cookie = `${name}=${voter}; Path=${exchange.base}/p; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return { voter, isLasting, headers: ['set-cookie', cookie] };
}
