import { fault } from '../../faults/fault.js';
import type { Faults } from '../../faults/faults.js';
import { clientsPerNetwork, networkOfClient } from '../../limiter/client-address/client-address.js';
import { countCodePoints, isStorable } from '../../validation/text.js';
import type { StoredAsk } from '../definition/stored-ask.js';
import { hashAddress, hashVoter, networkOfVoter, type VoterSource } from './voter-ref.js';

const minVoterLength = 16;
const maxVoterLength = 200;

/** The members of every public body that identify the visitor. */
export const visitorMembers = ['voter', 'ticket'] as const;

/** The identity that a visitor sends, and their address. */
export interface Visitor {
  readonly voter: string | null;
  readonly ticket: string | null;
  /**
   * Returns the key that limits count the address by. The address itself is never stored. Computed on demand, because
   * it is rarely needed.
   */
  clientKey(): string;
}

export function parseVisitor(
  members: Readonly<Record<string, unknown>>,
  clientKey: () => string,
  faults: Faults,
): Visitor {
  const voter = parseText(members['voter'], 'voter', faults);
  const length = voter === null ? minVoterLength : countCodePoints(voter);
  if (length < minVoterLength || length > maxVoterLength) {
    faults.add('voter', fault('wrong_length', { min: minVoterLength, max: maxVoterLength }));
  }
  return { voter, ticket: parseText(members['ticket'], 'ticket', faults), clientKey };
}

function parseText(value: unknown, path: string, faults: Faults): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' && isStorable(value)) return value;
  faults.add(path, fault('not_a_string'));
  return null;
}

/** Returns the hash that identifies the visitor within this ask, or null if they are anonymous. */
export function identifyVoter(
  { id, terms }: StoredAsk<unknown>,
  { voter, ticket, clientKey }: Visitor,
  secret: Buffer,
): string | null {
  if (terms.one_per === 'ip') return hashAddress(secret, id, clientKey());
  if (terms.one_per === 'ticket') return ticket === null ? null : hashVoter(secret, id, 'ticket', ticket);
  return voter === null ? null : hashVoter(secret, id, 'browser', voter);
}

/** The answers that all clients of a network may give together. */
export interface NetworkAllowance {
  /** The digits with which the voters of the network begin. */
  readonly network: string;
  readonly answers: number;
}

/** Returns the allowance of the visitor's IPv6 /48; null if the ask or the address has none. */
export function networkAllowance(
  { terms }: StoredAsk<unknown>,
  { clientKey }: Visitor,
  voter: string | null,
  maxPerVoter: number,
): NetworkAllowance | null {
  if (terms.one_per !== 'ip' || voter === null || networkOfClient(clientKey()) === undefined) return null;
  return { network: networkOfVoter(voter), answers: maxPerVoter * clientsPerNetwork };
}

/** The owner of an Idempotency-Key. */
export interface IdempotencyKeyOwner {
  readonly source: VoterSource | 'owner';
  readonly name: string;
}

/** The owner of the ask, who chooses the IDs of answers that they send in batches. */
export const askOwner: IdempotencyKeyOwner = { source: 'owner', name: '' };

/** Returns the owner of the visitor's Idempotency-Keys: the voter, the ticket, or else the address. */
export function idempotencyKeyOwner({ voter, ticket, clientKey }: Visitor): IdempotencyKeyOwner {
  if (voter !== null) return { source: 'browser', name: voter };
  return ticket === null ? { source: 'ip', name: clientKey() } : { source: 'ticket', name: ticket };
}
