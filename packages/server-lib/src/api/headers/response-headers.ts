/** Makes browsers use https for a year, so that nobody on the network can redirect them to http. */
const strictTransport = ['strict-transport-security', 'max-age=31536000'];

/**
 * Returns the headers that every response has.
 *
 * @param isSecurePage Whether the response is a page of a server with https.
 */
export function responseHeaders(requestId: string, isSecurePage: boolean): string[] {
  const headers = ['x-request-id', requestId, 'x-content-type-options', 'nosniff'];
  return isSecurePage ? [...headers, ...strictTransport] : headers;
}
