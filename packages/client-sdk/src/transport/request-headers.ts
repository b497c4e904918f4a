import { version } from '../../package.json';
import type { Method } from '../backends/http-request.js';
import { describeRuntime } from '../backends/runtime.js';
import type { CreateOptions, UpdateOptions } from '../options.js';
import type { Settings } from '../settings.js';
import { checkHeaders } from './headers.js';

const userAgent = `askwell-client/${version} ${describeRuntime()}`;

/** The properties of a request that its headers depend on. */
export interface HeaderInput {
  readonly method: Method;
  /** The value to send as JSON. Default: no body. */
  readonly body?: unknown;
  /** Whether the request is sent without the API key, like the requests of visitors. */
  readonly isPublic?: boolean;
  /** The `Accept` header. Default: JSON. */
  readonly accept?: string | undefined;
}

/** Returns the headers of a request. */
export function headersOf(
  { method, body, isPublic, accept = 'application/json' }: HeaderInput,
  settings: Settings,
  { headers: callHeaders, idempotencyKey, ifMatch }: CreateOptions & UpdateOptions,
): Record<string, string> {
  const headers: Record<string, string> = { ...settings.headers, ...(callHeaders && checkHeaders(callHeaders)) };
  headers['accept'] = accept;
  headers['user-agent'] = userAgent;
  if (!isPublic) headers['x-api-key'] = settings.apiKey;
  if (body !== undefined) headers['content-type'] = 'application/json';
  // The key is the same for all retries, so that the server does nothing twice.
  if (method === 'POST') headers['idempotency-key'] = checkIdempotencyKey(idempotencyKey ?? crypto.randomUUID());
  if (ifMatch !== undefined) headers['if-match'] = `"${ifMatch}"`;
  return headers;
}

/** Reports an invalid key as a TypeError. Otherwise it would look like a connection failure. */
function checkIdempotencyKey(key: string): string {
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key;
  throw new TypeError('`idempotencyKey` must be 1 to 255 printable ASCII characters.');
}
