import { fromHex, toHex } from '../../base/crypto/hex.js';
import { shortHmac } from '../../base/crypto/hmac.js';
import { networkOfClient } from '../../http/limits/client-address.js';

/** The attribute that identifies a visitor, depending on `one_per`. */
export type VoterSource = 'browser' | 'ip' | 'ticket' | 'user';

/**
 * Returns the hash that identifies a visitor within one ask, in hexadecimal. It is keyed with the secret and the ask,
 * so that nobody can link the answers of one person to different asks, or guess addresses from a stolen database.
 */
export function hashVoter(secret: Buffer, ask: string, source: VoterSource | 'network', value: string): string {
  return shortHmac(secret, `${ask}\0${source}\0${value}`);
}

/** The number of hexadecimal digits of a voter that identify the network of an address: half of them. */
const networkDigits = 16;

/**
 * Returns the hash that identifies a client address within one ask. For a client of an IPv6 /48, its first half is the hash of
 * the /48, so that the index of voters also finds the other clients of this network.
 */
export function hashAddress(secret: Buffer, ask: string, clientKey: string): string {
  const client = hashVoter(secret, ask, 'ip', clientKey);
  const network = networkOfClient(clientKey);
  return network === undefined
    ? client
    : hashVoter(secret, ask, 'network', network).slice(0, networkDigits) + client.slice(networkDigits);
}

/** Returns the part of a voter, made by {@link hashAddress}, that all clients of its network share. */
export function networkOfVoter(voter: string): string {
  return voter.slice(0, networkDigits);
}

/** Returns the lowest and the highest voter of a network. */
export function votersOfNetwork(network: string): [lowest: Uint8Array, highest: Uint8Array] {
  return [fromHex(network + '0'.repeat(networkDigits)), fromHex(network + 'f'.repeat(networkDigits))];
}

/** Formats a stored voter as `voter_ref`. */
export function formatVoterRef(voter: Uint8Array | null): string | null {
  return voter && toHex(voter);
}

export function parseVoterRef(text: string): Uint8Array | undefined {
  return /^[0-9a-f]{32}$/.test(text) ? fromHex(text) : undefined;
}
