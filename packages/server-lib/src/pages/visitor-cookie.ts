import { readCookie } from '../access/session-cookie.js';
import { base62, randomText } from '../crypto/random.js';
import type { HttpExchange } from '../http/exchange.js';

/** As long as browsers keep a cookie at most. */
const cookieSeconds = 400 * 24 * 3600;
const voterLength = 32;
const voterShape = /^[A-Za-z0-9]{32}$/;
/** Values of `Sec-Fetch-Dest` for a page inside another page. */
const frames: ReadonlySet<string | undefined> = new Set(['iframe', 'frame', 'embed', 'object', 'fencedframe']);

/** What tells a visitor without scripts from others: a cookie of the hosted pages, and nothing else is in it. */
export interface VisitorCookie {
  readonly voter: string;
  /** Whether the browser comes back as this one. Some browsers keep no cookie in a frame, and are new each time. */
  readonly isLasting: boolean;
  /** Whether only the next request shows if the browser keeps the cookie: the first visit in a frame on another site. */
  readonly isUnproven: boolean;
  /** Gives the browser its cookie, or keeps it longer. */
  readonly headers: readonly string[];
}

type Request = Pick<HttpExchange, 'base' | 'header'>;

/** The cookie goes to hosted pages alone; those send what it holds along with an answer, where it becomes an HMAC. */
export function readVisitorCookie(exchange: Request, isSecure: boolean): VisitorCookie {
  const firstParty = isSecure ? '__Secure-askwell-visitor' : 'askwell-visitor';
  const held = voterIn(exchange, firstParty);
  const framed = held === undefined && isSecure ? framedGuest(exchange) : undefined;
  if (framed) return framed;
  const voter = held ?? newVoter();
  const isDocument = (exchange.header('sec-fetch-dest') ?? 'document') === 'document';
  const headers = setCookie(exchange, firstParty, voter, `SameSite=Lax${isSecure ? '; Secure' : ''}`);
  return { voter, isLasting: held !== undefined || isDocument, isUnproven: false, headers };
}

const framedName = '__Secure-askwell-framed-visitor';

/**
 * The visitor of a page in a frame on another site, where browsers send no `SameSite=Lax` cookie and may forbid scripts
 * to store anything. A partitioned cookie is allowed there: the browser keeps one for each site that shows the frame.
 * It has its own name, so that a browser that does not know `Partitioned` never replaces the first-party cookie with it.
 */
function framedGuest(exchange: Request): VisitorCookie | undefined {
  if (!frames.has(exchange.header('sec-fetch-dest'))) return undefined;
  const held = voterIn(exchange, framedName);
  // Later requests come from the page in the frame itself, and are same-origin.
  if (held === undefined && exchange.header('sec-fetch-site') !== 'cross-site') return undefined;
  const voter = held ?? newVoter();
  const headers = setCookie(exchange, framedName, voter, 'SameSite=None; Secure; Partitioned');
  return { voter, isLasting: held !== undefined, isUnproven: held === undefined, headers };
}

function voterIn(exchange: Request, name: string): string | undefined {
  const held = readCookie(exchange.header('cookie'), name);
  return held !== undefined && voterShape.test(held) ? held : undefined;
}

function newVoter(): string {
  return randomText(base62, voterLength);
}

function setCookie({ base }: Request, name: string, voter: string, rest: string): readonly string[] {
  return ['set-cookie', `${name}=${voter}; Path=${base}/p; Max-Age=${cookieSeconds}; HttpOnly; ${rest}`];
}
