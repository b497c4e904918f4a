import { fromHex, toHex } from '../../crypto/hex.js';
import { shortHmac } from '../../crypto/hmac.js';

/** The attribute that identifies a visitor, depending on `one_per`. */
export type VoterSource = 'browser' | 'ip' | 'ticket';

/**
 * Returns the hash that identifies a visitor within one ask, in hexadecimal. It is keyed with the secret and the ask,
 * so that nobody can link the answers of one person to different asks, or guess addresses from a stolen database.
 */
export function hashVoter(secret: Buffer, ask: string, source: VoterSource, value: string): string {
  return shortHmac(secret, `${ask}\0${source}\0${value}`);
}

/** Formats a stored voter as `voter_ref`. */
export function formatVoterRef(voter: Uint8Array | null): string | null {
  return voter && toHex(voter);
}

export function parseVoterRef(text: string): Uint8Array | undefined {
  return /^[0-9a-f]{32}$/.test(text) ? fromHex(text) : undefined;
}
