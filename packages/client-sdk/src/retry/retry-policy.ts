import { ApiError } from '../errors/api-error.js';
import { ConnectionError } from '../errors/connection-error.js';
import { TimeoutError } from '../errors/timeout-error.js';

/** What a busy server, or a proxy before it, says for the moment. */
const passing = new Set([408, 429, 502, 503, 504]);
/** Those of them that a proxy may say though the server did what it was asked. */
const unclear = new Set([502, 504]);

/** Whether a repeat may fare better. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ApiError) return passing.has(error.status) || error.retryAfter !== undefined;
  return error instanceof ConnectionError || error instanceof TimeoutError;
}

/** Whether the server may have done what it was asked, and only its reply was lost. */
export function mayBeDone(error: unknown): boolean {
  if (error instanceof ApiError) return unclear.has(error.status);
  return error instanceof TimeoutError || (error instanceof ConnectionError && error.connected);
}
