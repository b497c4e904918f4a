import { fromHex, toHex } from '../../crypto/hex.js';
import { shortHmac } from '../../crypto/hmac.js';

/** What tells a visitor, depending on how the ask tells them apart. */
export type VoterSource = 'browser' | 'ip' | 'ticket';

/**
 * A visitor as one ask knows them, and as its owner sees them, in hexadecimal: keyed with the secret and the ask, so that
 * nobody can tell that two asks were answered by one person, or try out addresses against a stolen database.
 */
export function voterOf(secret: Buffer, ask: string, source: VoterSource, value: string): string {
  return shortHmac(secret, `${ask}\0${source}\0${value}`);
}

/** A stored voter as it is told. */
export function voterRef(voter: Uint8Array | null): string | null {
  return voter && toHex(voter);
}

export function parseVoterRef(text: string): Uint8Array | undefined {
  return /^[0-9a-f]{32}$/.test(text) ? fromHex(text) : undefined;
}
