import type { HttpExchange } from '../http/exchange.js';

/**
 * Returns whether a write comes from a page of this server. Browsers send `Sec-Fetch-Site`; older ones send `Origin`, which must be
 * the configured one, since `Host` can be forged. A client without both headers is not a browser, so no other page can have
 * made it send cookies.
 */
export function isSameOrigin(exchange: Pick<HttpExchange, 'header'>, ownOrigin: string | undefined): boolean {
  const site = exchange.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = exchange.header('origin');
  return origin === undefined || origin === ownOrigin;
}
