import { base62, randomText } from '../../base/crypto/random.js';
import type { HttpExchange } from '../../http/exchange.js';
import { readCookie } from '../../owners/access/session-cookie.js';

/** The maximum lifetime that browsers allow. */
const cookieMaxAge = 400 * 24 * 3600;
const voterLength = 32;
const voterPattern = /^[A-Za-z0-9]{32}$/;
/** The values of `Sec-Fetch-Dest` for a page inside another page. */
const frameDestinations: ReadonlySet<string | undefined> = new Set([
  'iframe',
  'frame',
  'embed',
  'object',
  'fencedframe',
]);

/** The cookie that identifies a visitor of hosted pages. It contains only a random ID. */
export interface VisitorCookie {
  readonly voter: string;
  /** Whether the browser stores the cookie. Some browsers store no cookies in frames. */
  readonly isLasting: boolean;
  /** Whether only the next request shows if the browser stores the cookie: on the first request in a third-party frame. */
  readonly isUnproven: boolean;
  /** Headers that set the cookie or extend its lifetime. */
  readonly headers: readonly string[];
}

type Request = Pick<HttpExchange, 'base' | 'header'>;

/**
 * Reads or creates the cookie of a visitor. Browsers send it only to hosted pages. Their forms send its ID with the answer,
 * and the database stores only an HMAC of it.
 */
export function readVisitorCookie(exchange: Request, isSecure: boolean): VisitorCookie {
  const firstParty = isSecure ? '__Secure-askwell-visitor' : 'askwell-visitor';
  const knownVoter = voterIn(exchange, firstParty);
  const framed = knownVoter === undefined && isSecure ? readFramedCookie(exchange) : undefined;
  if (framed) return framed;
  const voter = knownVoter ?? newVoter();
  const isDocument = (exchange.header('sec-fetch-dest') ?? 'document') === 'document';
  const headers = setCookie(exchange, firstParty, voter, `SameSite=Lax${isSecure ? '; Secure' : ''}`);
  return { voter, isLasting: knownVoter !== undefined || isDocument, isUnproven: false, headers };
}

const framedName = '__Secure-askwell-framed-visitor';

/**
 * Reads or creates the cookie of a visitor in a frame on another site. Browsers send no `SameSite=Lax` cookies there and
 * may deny storage to scripts, but allow a partitioned cookie: one for each site that shows the frame. It has its own name,
 * so that a browser without support for `Partitioned` never replaces the first-party cookie with it.
 */
function readFramedCookie(exchange: Request): VisitorCookie | undefined {
  if (!frameDestinations.has(exchange.header('sec-fetch-dest'))) return undefined;
  const knownVoter = voterIn(exchange, framedName);
  // Later requests come from the page in the frame, so they are same-origin.
  if (knownVoter === undefined && exchange.header('sec-fetch-site') !== 'cross-site') return undefined;
  const voter = knownVoter ?? newVoter();
  const headers = setCookie(exchange, framedName, voter, 'SameSite=None; Secure; Partitioned');
  return { voter, isLasting: knownVoter !== undefined, isUnproven: knownVoter === undefined, headers };
}

function voterIn(exchange: Request, name: string): string | undefined {
  const value = readCookie(exchange.header('cookie'), name);
  return value !== undefined && voterPattern.test(value) ? value : undefined;
}

function newVoter(): string {
  return randomText(base62, voterLength);
}

function setCookie({ base }: Request, name: string, voter: string, attributes: string): readonly string[] {
  return ['set-cookie', `${name}=${voter}; Path=${base}/p; Max-Age=${cookieMaxAge}; HttpOnly; ${attributes}`];
}
