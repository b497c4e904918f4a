import { ApiError } from '../errors/api-error.js';
import { ConnectionError } from '../errors/connection-error.js';
import { TimeoutError } from '../errors/timeout-error.js';

/** The statuses of temporary failures. */
const temporary = new Set([408, 429, 502, 503, 504]);
/** The statuses that a proxy may send although the server completed the request. */
const ambiguous = new Set([502, 504]);

/** Whether a retry may succeed. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof ApiError) return temporary.has(error.status) || error.retryAfter !== undefined;
  return error instanceof ConnectionError || error instanceof TimeoutError;
}

/** Whether the server may have completed the request although the call failed. */
export function mayHaveSucceeded(error: unknown): boolean {
  if (error instanceof ApiError) return ambiguous.has(error.status);
  return error instanceof TimeoutError || (error instanceof ConnectionError && error.connected);
}
