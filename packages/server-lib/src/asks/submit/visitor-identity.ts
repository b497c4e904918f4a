import { fault } from '../../faults/fault.js';
import type { Faults } from '../../faults/faults.js';
import { countCodePoints, isStorable } from '../../validation/text.js';
import type { StoredAsk } from '../definition/stored-ask.js';
import { hashVoter, type VoterSource } from './voter-ref.js';

const minVoterLength = 16;
const maxVoterLength = 200;

/** The members of a public body that tell who answers, whatever the kind. */
export const visitorMembers = ['voter', 'ticket'] as const;

/** What a visitor says of themselves, and the address they come from. */
export interface Visitor {
  readonly voter: string | null;
  readonly ticket: string | null;
  /** The address as it is counted by; it is never kept as it is. Seldom needed, and not for nothing. */
  clientKey(): string;
}

export function parseVisitor(
  given: Readonly<Record<string, unknown>>,
  clientKey: () => string,
  faults: Faults,
): Visitor {
  const voter = textOf(given['voter'], 'voter', faults);
  const length = voter === null ? minVoterLength : countCodePoints(voter);
  if (length < minVoterLength || length > maxVoterLength) {
    faults.add('voter', fault('wrong_length', { min: minVoterLength, max: maxVoterLength }));
  }
  return { voter, ticket: textOf(given['ticket'], 'ticket', faults), clientKey };
}

function textOf(value: unknown, path: string, faults: Faults): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' && isStorable(value)) return value;
  faults.add(path, fault('not_a_string'));
  return null;
}

/** What tells the visitor to this ask; null makes them a new one. */
export function identifyVoter(
  { id, terms }: StoredAsk<unknown>,
  { voter, ticket, clientKey }: Visitor,
  secret: Buffer,
): string | null {
  if (terms.one_per === 'ip') return hashVoter(secret, id, 'ip', clientKey());
  if (terms.one_per === 'ticket') return ticket === null ? null : hashVoter(secret, id, 'ticket', ticket);
  return voter === null ? null : hashVoter(secret, id, 'browser', voter);
}

/** Whose an Idempotency-Key is. */
export interface IdempotencyKeyOwner {
  readonly source: VoterSource;
  readonly name: string;
}

/** Whose Idempotency-Keys a visitor's are: one voter's, else one address's. */
export function idempotencyKeyOwner({ voter, ticket, clientKey }: Visitor): IdempotencyKeyOwner {
  if (voter !== null) return { source: 'browser', name: voter };
  return ticket === null ? { source: 'ip', name: clientKey() } : { source: 'ticket', name: ticket };
}
