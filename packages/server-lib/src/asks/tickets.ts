import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { toBytes } from '../crypto/hex.js';
import { shortHmac } from '../crypto/hmac.js';
import { base62 } from '../crypto/random.js';
import { AskwellError } from '../errors.js';
import type { Secret } from '../secret.js';
import { chunks } from '../store/chunks.js';
import { type Creation, type IdempotentRequest, once } from '../store/idempotency.js';
import { type Operation, write } from '../store/operation.js';
import { one, rows, run } from '../store/statement.js';
import type { Store } from '../store/store.js';
import type { IssuedTickets, TicketCount } from './contract.js';
import type { StoredAsk } from './stored.js';
import { voterOf } from './voter.js';

/** What issuing tickets takes. */
export const ticketDraft = z.strictObject({ count: z.int().min(1).max(10_000) });

export interface NewTickets {
  readonly ask: number;
  readonly voters: readonly string[];
  readonly idempotency: IdempotentRequest | null;
  /** What the codes were made from: the same request finds them again by it. */
  readonly seed: string;
}

/** Keeps tickets by what their voters will be known as; the codes themselves are never stored. */
export const addTickets = write('tickets.add', (input: NewTickets) =>
  once(input.idempotency, () => insertTickets(input)),
);

function* insertTickets({ ask, voters, seed }: NewTickets): Operation<Creation<never>> {
  for (const part of chunks(voters)) {
    yield* run`insert into askwell_tickets (ask, voter) values ${rows(part.map((voter) => [ask, toBytes(voter)]))} on conflict do nothing`;
  }
  return { resource: seed };
}

export function* isTicket(ask: number, voter: string): Operation<boolean> {
  return (yield* one`select 1 from askwell_tickets where ask = ${ask} and voter = ${toBytes(voter)}`) !== undefined;
}

function* countTickets(ask: number): Operation<TicketCount> {
  const row = yield* one<{ n: number; used: number }>`
    select count(*) as n, coalesce(sum(exists (
      select 1 from askwell_answers r where r.ask = t.ask and r.voter = t.voter)), 0) as used
    from askwell_tickets t where t.ask = ${ask}`;
  return { count: row?.n ?? 0, used: row?.used ?? 0 };
}

/** Tickets: codes that let whoever holds one answer once. */
export function createTickets({ store, secret }: { store: Store; secret: Secret }) {
  /** Codes follow from the secret and a seed, so that a repeated request is told the same ones without their being kept. */
  const codesOf = (ask: StoredAsk<unknown>, seed: string, count: number): string[] =>
    Array.from({ length: count }, (_, at) =>
      codeFrom(toBytes(shortHmac(secret.key, `ticket\0${ask.id}\0${seed}\0${at}`))),
    );

  return {
    async issue(ask: StoredAsk<unknown>, count: number, idempotency: IdempotentRequest | null): Promise<string> {
      if (ask.terms.one_per !== 'ticket') {
        throw new AskwellError('conflict', 'Tickets go with one_per "ticket", which this does not have.');
      }
      const seed = randomBytes(16).toString('hex');
      const voters = codesOf(ask, seed, count).map((code) => voterOf(secret.key, ask.id, 'ticket', code));
      const made = await store.run(addTickets, { ask: ask.seq, voters, idempotency, seed: `${seed}:${count}` });
      if ('resource' in made) return made.resource;
      throw new AskwellError('idempotency_mismatch');
    },

    /** The codes of a call, by what `issue` returned. */
    show(ask: StoredAsk<unknown>, made: string): IssuedTickets {
      const [seed = '', count] = made.split(':');
      const tickets = codesOf(ask, seed, Number(count));
      return { tickets, count: tickets.length };
    },

    count: (ask: StoredAsk<unknown>) => store.read(countTickets(ask.seq)),
  };
}

/** A character for each of 16 bytes; the bias of taking bytes modulo 62 leaves more than 90 bits. */
function codeFrom(hash: Uint8Array): string {
  return Array.from(hash, (byte) => base62[byte % base62.length]).join('');
}
