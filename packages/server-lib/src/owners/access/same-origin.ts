import type { HttpExchange } from '../../http/exchange.js';

/**
 * Returns whether a write request comes from Askwell's own pages. Browsers send `Sec-Fetch-Site`. Older ones send `Origin`,
 * which is compared with the configured origin, since a client can send any `Host`. A request without both headers does
 * not come from a browser, so no other site can have sent it with the user's cookies.
 */
export function isSameOrigin(exchange: Pick<HttpExchange, 'header'>, ownOrigin: string | undefined): boolean {
  const site = exchange.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = exchange.header('origin');
  return origin === undefined || origin === ownOrigin;
}

/**
 * Returns whether browsers send `Sec-Fetch-Site` to an origin: over HTTPS, and to the machine itself. To other origins, the GET of an image
 * or a link of another site has neither this header nor `Origin`.
 */
export function getsFetchSite(origin: string | undefined): boolean {
  if (origin === undefined) return false;
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}
