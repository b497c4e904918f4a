/** A year, in seconds. */
const defaultMaxAge = 31_536_000;

/**
 * Returns the `Strict-Transport-Security` header of pages, which makes browsers use https for the whole host. Undefined if the
 * option `hsts` is not set, or the server has no https.
 */
export function strictTransportOf(hsts: boolean | number | undefined, isSecure: boolean): string | undefined {
  if (!isSecure || hsts === undefined || hsts === false) return undefined;
  return `max-age=${hsts === true ? defaultMaxAge : hsts}`;
}

/**
 * Returns the headers that every response has. By `X-Askwell`, the widget distinguishes errors of Askwell from errors of other
 * software of the host, such as a CSRF protection.
 *
 * @param strictTransport The value of `Strict-Transport-Security`, for a page.
 */
export function responseHeaders(requestId: string, strictTransport: string | undefined): string[] {
  const headers = ['x-request-id', requestId, 'x-askwell', '1', 'x-content-type-options', 'nosniff'];
  return strictTransport === undefined ? headers : [...headers, 'strict-transport-security', strictTransport];
}
