import type { HttpExchange } from '../exchange.js';

export const urlencoded = 'application/x-www-form-urlencoded';

/** The media types that an HTML form can send without scripts. */
const formTypes: readonly string[] = [urlencoded, 'multipart/form-data', 'text/plain'];

/** Returns the media type of a body, without its parameters. */
export function mediaTypeOf(exchange: Pick<HttpExchange, 'header'>): string | undefined {
  return exchange.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
}

/** Returns whether a browser sent an HTML form and shows the response, which then has to be a page. */
export function isBrowserFormPost(exchange: Pick<HttpExchange, 'header'>): boolean {
  const isPageWanted = /\btext\/html\b/i.test(exchange.header('accept') ?? '');
  return isPageWanted && formTypes.includes(mediaTypeOf(exchange) ?? '');
}
