import { type Html, html } from '../../base/html.js';

const byStatus: Readonly<Record<number, Html>> = {
  400: html`The body or the query could not be parsed. Check that the body is JSON in UTF-8.`,
  403: html`The key may not do this. Check its permissions and its site under “API keys”.`,
  404: html`The resource does not exist, or the key has no access to it. Check the ID, and the site of the key.`,
  405: html`The path does not support this method. The header <code>Allow</code> of the response lists the supported methods.`,
  409: html`The request conflicts with existing data. The <code>code</code> of the response says why.`,
  410: html`What an earlier request with the same <code>Idempotency-Key</code> created has been deleted. Use another key.`,
  412: html`The resource has changed since you read it. Read it again, then repeat the change.`,
  413: html`The body is larger than 256 KiB.`,
  415: html`Send the body with <code>Content-Type: application/json</code>.`,
  422: html`The request is not valid. <code>errors</code> of the response lists each field with its fault.`,
  429: html`The account sent too many requests. Wait as many seconds as the header <code>Retry-After</code> of the response says.`,
  503: html`The server was overloaded or could not read its database. Wait as many seconds as <code>Retry-After</code> says.`,
};

/** Returns what to do about the status of a response; null if there is nothing to do. */
export function adviceFor(status: number): Html | null {
  const advice = byStatus[status];
  if (advice !== undefined) return advice;
  return status >= 500 ? html`The server failed. Its log contains the error with this request ID.` : null;
}
