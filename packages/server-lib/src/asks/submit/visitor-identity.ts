import { fault } from '../../faults/fault.js';
import type { Faults } from '../../faults/faults.js';
import { countCodePoints, isStorable } from '../../validation/text.js';
import type { StoredAsk } from '../definition/stored-ask.js';
import { type VoterSource, voterOf } from './voter-ref.js';

const shortestVoter = 16;
const longestVoter = 200;

/** The members of a public body that tell who answers, whatever the kind. */
export const visitorMembers = ['voter', 'ticket'] as const;

/** What a visitor says of themselves, and the address they come from. */
export interface Visitor {
  readonly voter: string | null;
  readonly ticket: string | null;
  /** The address as it is counted by; it is never kept as it is. Seldom needed, and not for nothing. */
  client(): string;
}

export function readVisitor(given: Readonly<Record<string, unknown>>, client: () => string, faults: Faults): Visitor {
  const voter = textOf(given['voter'], 'voter', faults);
  const length = voter === null ? shortestVoter : countCodePoints(voter);
  if (length < shortestVoter || length > longestVoter) {
    faults.add('voter', fault('wrong_length', { min: shortestVoter, max: longestVoter }));
  }
  return { voter, ticket: textOf(given['ticket'], 'ticket', faults), client };
}

function textOf(value: unknown, path: string, faults: Faults): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' && isStorable(value)) return value;
  faults.add(path, fault('not_a_string'));
  return null;
}

/** What tells the visitor to this ask; null makes them a new one. */
export function voterTo(
  { id, terms }: StoredAsk<unknown>,
  { voter, ticket, client }: Visitor,
  secret: Buffer,
): string | null {
  if (terms.one_per === 'ip') return voterOf(secret, id, 'ip', client());
  if (terms.one_per === 'ticket') return ticket === null ? null : voterOf(secret, id, 'ticket', ticket);
  return voter === null ? null : voterOf(secret, id, 'browser', voter);
}

/** Whose an Idempotency-Key is. */
export interface KeyHolder {
  readonly source: VoterSource;
  readonly name: string;
}

/** Whose Idempotency-Keys a visitor's are: one voter's, else one address's. */
export function keyHolderOf({ voter, ticket, client }: Visitor): KeyHolder {
  if (voter !== null) return { source: 'browser', name: voter };
  return ticket === null ? { source: 'ip', name: client() } : { source: 'ticket', name: ticket };
}
