import { base62, randomText } from '../../base/crypto/random.js';

const validId = /^[A-Za-z0-9._-]{1,64}$/;

/** Returns the `X-Request-Id` of the client if it is safe to log; otherwise a new ID. */
export function requestId(clientId: string | undefined): string {
  return clientId !== undefined && validId.test(clientId) ? clientId : randomText(base62, 20);
}
