import type { UrlSettings } from '../../http/base-path.js';
import type { HttpExchange } from '../../http/exchange.js';

/**
 * Returns the public URL for texts on a page. Without the option `baseUrl`, it is built from the `Host` header, which the
 * client controls: never use it for anything but the client's own page.
 */
export function baseUrl(
  { origin }: Pick<UrlSettings, 'origin'>,
  exchange: Pick<HttpExchange, 'base' | 'header'>,
): string {
  const host = exchange.header('host') ?? '';
  const requested = /^[\w.:[\]-]{1,261}$/.test(host) ? `http://${host}` : '';
  return (origin ?? requested) + exchange.base;
}
