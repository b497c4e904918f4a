import { AskwellError } from '../../base/errors.js';
import type { Faults } from '../../base/faults/faults.js';
import { countCodePoints, isStorable } from '../../base/validation/text.js';
import { clientsPerNetwork, networkOfClient } from '../../http/limits/client-address.js';
import { fault } from '../../shared/faults/fault.js';
import type { StoredAsk, Terms } from '../asks/stored-ask.js';
import { hashAddress, hashVoter, networkOfVoter, type VoterSource } from './voter-ref.js';
import { verifyVoter, voterOfUser } from './voter-token.js';

const minVoterLength = 16;
const maxVoterLength = 200;

/** The members of every public body that identify the visitor. */
export const visitorMembers = ['voter', 'ticket'] as const;

/** The identity that a visitor sends, and their address. */
export interface Visitor {
  /** The text that identifies the browser, or the text that identifies the user. */
  readonly voter: string | null;
  readonly ticket: string | null;
  /** The host's own ID of the user. Null if nobody is signed in. */
  readonly user: string | null;
  /**
   * Returns the key by which limits count the address. The address itself is never stored. Computed on demand, because it is rarely
   * needed.
   */
  clientKey(): string;
}

/** The facts about a visitor that are not in the body. */
export interface VisitorContext {
  readonly clientKey: () => string;
  readonly secret: Buffer;
  /** The signed-in user, or the user that the host names. */
  readonly user: string | null;
  /** Whether the host names the user. A `voter` cannot name another user then. */
  readonly isUserNamed?: boolean | undefined;
}

/**
 * Parses the identity of a visitor. A signed `voter` names its user, even if another user is signed in. A forged `voter` names
 * nobody.
 */
export function parseVisitor(
  members: Readonly<Record<string, unknown>>,
  { clientKey, secret, user: knownUser, isUserNamed = false }: VisitorContext,
  faults: Faults,
): Visitor {
  const sent = parseText(members['voter'], 'voter', faults);
  const signed = sent === null ? undefined : verifyVoter(secret, sent);
  if (isUserNamed && signed !== undefined && signed !== knownUser) faults.add('voter', fault('invalid_value'));
  const user = isUserNamed || signed === undefined ? knownUser : signed;
  const voter = user === null ? sent : voterOfUser(secret, user);
  const length = voter === null ? minVoterLength : countCodePoints(voter);
  if (length < minVoterLength || length > maxVoterLength) {
    faults.add('voter', fault('wrong_length', { min: minVoterLength, max: maxVoterLength }));
  }
  return { voter, ticket: parseText(members['ticket'], 'ticket', faults), user, clientKey };
}

function parseText(value: unknown, path: string, faults: Faults): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' && isStorable(value)) return value;
  faults.add(path, fault('not_a_string'));
  return null;
}

/**
 * Returns the hash that identifies the visitor within this ask, or null if they are anonymous.
 *
 * @throws AskwellError if the ask needs a user and nobody is signed in.
 */
export function identifyVoter(ask: StoredAsk<unknown>, visitor: Visitor, secret: Buffer): string | null {
  const { id, terms } = ask;
  const { voter, ticket, user, clientKey } = visitor;
  if (terms.one_per === 'user') {
    if (user === null) throw new AskwellError('sign_in_required');
    return hashVoter(secret, id, 'user', user);
  }
  if (terms.one_per === 'ip') return hashAddress(secret, id, clientKey());
  if (terms.one_per === 'ticket') return ticket === null ? null : hashVoter(secret, id, 'ticket', ticket);
  return voter === null ? null : hashVoter(secret, id, 'browser', voter);
}

/** Returns whether each voter of an ask has a known identity (a ticket or a user), so that each start of a quiz has an owner. */
export function hasKnownVoters({ one_per }: Pick<Terms, 'one_per'>): boolean {
  return one_per === 'ticket' || one_per === 'user';
}

/** The answers that all clients of a network may give together. */
export interface NetworkAllowance {
  /** The first digits of all voters of the network. */
  readonly network: string;
  readonly answers: number;
}

/** Returns the allowance of the visitor's IPv6 /48, or null if the ask or the address has no such limit. */
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

/** Returns the owner of the visitor's Idempotency-Keys: the user if the ask needs one, the voter, the ticket, or else the address. */
export function idempotencyKeyOwner(
  { terms }: StoredAsk<unknown>,
  { voter, ticket, user, clientKey }: Visitor,
): IdempotencyKeyOwner {
  if (terms.one_per === 'user' && user !== null) return { source: 'user', name: user };
  if (voter !== null) return { source: 'browser', name: voter };
  return ticket === null ? { source: 'ip', name: clientKey() } : { source: 'ticket', name: ticket };
}
