import type { House } from '../assemble.js';
import type { Exchange } from '../http/exchange.js';

/**
 * The service's address, to be shown in examples. Where no `baseUrl` tells it, it is the one the browser asked:
 * good enough for words on that browser's own page, and for nothing else.
 */
export function baseUrl({ place }: House, exchange: Exchange): string {
  const host = exchange.header('host') ?? '';
  const asked = /^[\w.:[\]-]+$/.test(host) ? `http://${host}` : '';
  return (place.origin ?? asked) + exchange.base;
}

/** The first call anyone makes. */
export function firstCall(house: House, exchange: Exchange): string {
  return `curl ${baseUrl(house, exchange)}/api/v1/me \\\n  -H "X-API-Key: $ASKWELL_KEY"`;
}
