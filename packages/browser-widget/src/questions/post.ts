import { type Reply, request } from '../api.js';

/**
 * Sends the data that identifies the visitor, and returns the response. The data is not in the URL, because proxies log URLs.
 *
 * @param credentials Whether the session of the app is sent.
 */
export function post<Data>(url: string, body: object, credentials: RequestCredentials): Promise<Reply<Data>> {
  const headers = { 'content-type': 'application/json' };
  return request(url, { method: 'POST', headers, body: JSON.stringify(body), credentials });
}
