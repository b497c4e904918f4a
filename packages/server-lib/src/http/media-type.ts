import type { HttpExchange } from './exchange.js';

export const urlencoded = 'application/x-www-form-urlencoded';

/** All that a form without scripts can send. */
const formTypes: readonly string[] = [urlencoded, 'multipart/form-data', 'text/plain'];

/** The type of a body, without its parameters. */
export function mediaTypeOf(exchange: Pick<HttpExchange, 'header'>): string | undefined {
  return exchange.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
}

/** Whether a browser itself sends a form, and shows what it is answered: only a page will do. */
export function isBrowserFormPost(exchange: Pick<HttpExchange, 'header'>): boolean {
  const isPageWanted = /\btext\/html\b/i.test(exchange.header('accept') ?? '');
  return isPageWanted && formTypes.includes(mediaTypeOf(exchange) ?? '');
}
