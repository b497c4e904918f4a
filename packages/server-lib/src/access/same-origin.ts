import type { HttpExchange } from '../http/exchange.js';

/**
 * Whether a write comes from our own pages. Browsers say so in `Sec-Fetch-Site`; older ones send `Origin`, which must
 * be the configured one, since `Host` is whatever the sender wrote. With neither header it is no browser, and carries
 * no cookie that its user did not put there.
 */
export function isSameOrigin(exchange: Pick<HttpExchange, 'header'>, ownOrigin: string | undefined): boolean {
  const site = exchange.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = exchange.header('origin');
  return origin === undefined || origin === ownOrigin;
}
