import { base62, randomText } from '../crypto/random.js';

const acceptable = /^[A-Za-z0-9._-]{1,64}$/;

/** The caller's own id, if it is one that can stand in a log line; else a new one. */
export function requestId(given: string | undefined): string {
  return given !== undefined && acceptable.test(given) ? given : randomText(base62, 20);
}
