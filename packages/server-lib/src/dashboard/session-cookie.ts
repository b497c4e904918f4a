import type { HttpExchange } from '../http/exchange.js';
import type { Services } from '../instance/assemble-services.js';
import { readCookie, serializeSessionCookie, sessionCookieName } from '../owners/access/session-cookie.js';
import { type SessionOpening, sessionCookieMaxAge } from '../owners/accounts/session-service.js';

/**
 * Creates a session for an account and ends the browser's current one.
 *
 * @returns Headers that set the session cookie and the cookie that marks the browser as known to the account.
 */
export async function startBrowserSession(
  services: Services,
  exchange: HttpExchange,
  account: number,
  opening: SessionOpening = {},
): Promise<string[]> {
  const token = await services.sessions.open(
    account,
    exchange.header('user-agent'),
    currentToken(services, exchange),
    opening,
  );
  const settings = cookieSettings(services, exchange);
  const known = services.knownBrowsers.serializeCookie(exchange.header('cookie'), account, settings);
  return ['set-cookie', serializeSessionCookie(settings, token, sessionCookieMaxAge), 'set-cookie', known];
}

/** Ends the browser's current session. */
export function endBrowserSession(services: Services, exchange: HttpExchange): Promise<void> {
  return services.sessions.close(currentToken(services, exchange));
}

/** Returns the header that deletes the session cookie. */
export function clearCookieHeaders(services: Services, exchange: HttpExchange): string[] {
  return ['set-cookie', serializeSessionCookie(cookieSettings(services, exchange), '', 0)];
}

function currentToken({ cookiePlace }: Services, exchange: HttpExchange): string | undefined {
  return readCookie(exchange.header('cookie'), sessionCookieName(cookiePlace));
}

/** Returns the settings of the cookie. The path comes from the request, because only the request has it in Express. */
function cookieSettings({ cookiePlace }: Services, { base }: HttpExchange) {
  return { base, secure: cookiePlace.secure };
}
