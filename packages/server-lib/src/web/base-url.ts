import type { HttpExchange } from '../http/exchange.js';
import type { UrlSettings } from './base-path.js';

/**
 * The service's address, to be shown. Where no `baseUrl` tells it, it is the one the browser asked:
 * good enough for words on that browser's own page, and for nothing else.
 */
export function baseUrl(
  { origin }: Pick<UrlSettings, 'origin'>,
  exchange: Pick<HttpExchange, 'base' | 'header'>,
): string {
  const host = exchange.header('host') ?? '';
  const asked = /^[\w.:[\]-]{1,261}$/.test(host) ? `http://${host}` : '';
  return (origin ?? asked) + exchange.base;
}
