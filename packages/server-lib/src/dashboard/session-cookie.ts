import { readCookie, serializeSessionCookie, sessionCookieName } from '../access/session-cookie.js';
import { sessionCookieMaxAge } from '../accounts/session-service.js';
import type { Services } from '../assemble-services.js';
import type { HttpExchange } from '../http/exchange.js';

/**
 * Opens a session for an account and returns the headers that give the browser its cookie, and one that makes it known to
 * the account. A session it held before ends.
 * `proof` is the stored password that a login was checked against.
 */
export async function openSession(
  services: Services,
  exchange: HttpExchange,
  account: number,
  proof: string | null = null,
): Promise<string[]> {
  const token = await services.sessions.open(
    account,
    exchange.header('user-agent'),
    heldToken(services, exchange),
    proof,
  );
  const place = cookiePlace(services, exchange);
  const known = services.knownBrowsers.serializeCookie(exchange.header('cookie'), account, place);
  return ['set-cookie', serializeSessionCookie(place, token, sessionCookieMaxAge), 'set-cookie', known];
}

/** Ends the session whose cookie the browser holds. */
export function closeSession(services: Services, exchange: HttpExchange): Promise<void> {
  return services.sessions.close(heldToken(services, exchange));
}

/** The header that takes the cookie away. */
export function clearCookieHeaders(services: Services, exchange: HttpExchange): string[] {
  return ['set-cookie', serializeSessionCookie(cookiePlace(services, exchange), '', 0)];
}

function heldToken({ cookiePlace }: Services, exchange: HttpExchange): string | undefined {
  return readCookie(exchange.header('cookie'), sessionCookieName(cookiePlace));
}

/** The path is the one links have: under Express it is known only from the request. */
function cookiePlace({ cookiePlace }: Services, { base }: HttpExchange) {
  return { base, secure: cookiePlace.secure };
}
