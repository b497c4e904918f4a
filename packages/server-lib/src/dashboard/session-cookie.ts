import { readCookie, sessionCookie, sessionCookieName } from '../access/session-cookie.js';
import { cookieSeconds } from '../access/session-service.js';
import type { House } from '../assemble-services.js';
import type { Exchange } from '../http/exchange.js';

/**
 * Opens a session for an account and returns the headers that give the browser its cookie, and one that makes it known to
 * the account. A session it held before ends.
 * `proof` is the stored password that a login was checked against.
 */
export async function openSession(
  house: House,
  exchange: Exchange,
  account: number,
  proof: string | null = null,
): Promise<string[]> {
  const token = await house.sessions.open(account, exchange.header('user-agent'), heldToken(house, exchange), proof);
  const place = cookiePlace(house, exchange);
  const known = house.knownBrowsers.cookieFor(exchange.header('cookie'), account, place);
  return ['set-cookie', sessionCookie(place, token, cookieSeconds), 'set-cookie', known];
}

/** Ends the session whose cookie the browser holds. */
export function closeSession(house: House, exchange: Exchange): Promise<void> {
  return house.sessions.close(heldToken(house, exchange));
}

/** The header that takes the cookie away. */
export function withoutCookie(house: House, exchange: Exchange): string[] {
  return ['set-cookie', sessionCookie(cookiePlace(house, exchange), '', 0)];
}

function heldToken({ cookiePlace }: House, exchange: Exchange): string | undefined {
  return readCookie(exchange.header('cookie'), sessionCookieName(cookiePlace));
}

/** The path is the one links have: under Express it is known only from the request. */
function cookiePlace({ cookiePlace }: House, { base }: Exchange) {
  return { base, secure: cookiePlace.secure };
}
