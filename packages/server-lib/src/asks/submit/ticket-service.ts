import { randomBytes } from 'node:crypto';
import { toBytes } from '../../crypto/hex.js';
import { shortHmac } from '../../crypto/hmac.js';
import { base62 } from '../../crypto/random.js';
import type { Secret } from '../../crypto/secret.js';
import { AskwellError } from '../../errors.js';
import type { IdempotentRequest } from '../../store/idempotency.js';
import type { Store } from '../../store/store.js';
import { setImmediate } from '../../timers.js';
import type { IssuedTickets, TicketCount } from '../ask-types.js';
import type { StoredAsk } from '../definition/stored-ask.js';
import { overQuota, type Quotas } from '../quotas.js';
import { addTickets, removeTickets, type SliceAdded, ticketCounters } from './ticket-queries.js';
import { voterOf } from './voter-ref.js';

/** Tickets made and written at a time: other requests and other writes come in between. */
const slice = 500;

export interface TicketOptions {
  readonly store: Store;
  readonly secret: Secret;
  readonly quotas: Pick<Quotas, 'tickets'>;
}

/** Tickets: codes that let whoever holds one answer once. */
export function createTickets({ store, secret, quotas }: TicketOptions) {
  /** Codes follow from the secret and a seed, so that a repeated request is told the same ones without their being kept. */
  function codesOf(ask: StoredAsk<unknown>, seed: string, from: number, to: number): string[] {
    return Array.from({ length: to - from }, (_, at) =>
      codeFrom(toBytes(shortHmac(secret.key, `ticket\0${ask.id}\0${seed}\0${from + at}`))),
    );
  }

  /** What the voters of some tickets of a call will be known as. */
  const votersOf = (ask: StoredAsk<unknown>, seed: string, from: number, to: number): string[] =>
    codesOf(ask, seed, from, to).map((code) => voterOf(secret.key, ask.id, 'ticket', code));

  /** Takes back what a call has written before it was refused or failed. No one was shown these tickets. */
  async function takeBack(ask: StoredAsk<unknown>, seed: string, end: number): Promise<void> {
    for (let from = 0; from < end; from += slice) {
      const voters = votersOf(ask, seed, from, Math.min(end, from + slice));
      await store.run(removeTickets, { ask: ask.seq, voters });
    }
  }

  return {
    /** Issues tickets, a slice at a time; returns what `show` finds their codes by. */
    async issue(ask: StoredAsk<unknown>, count: number, idempotency: IdempotentRequest | null): Promise<string> {
      if (ask.terms.one_per !== 'ticket') {
        throw new AskwellError('conflict', 'Tickets go with one_per "ticket", which this does not have.');
      }
      const seed = randomBytes(16).toString('hex');
      const made = `${seed}:${count}`;
      let written = 0;
      let added: SliceAdded = 'more';
      try {
        while (added === 'more') {
          const end = Math.min(count, written + slice);
          const voters = votersOf(ask, seed, written, end);
          const input = { ask: ask.seq, voters, remaining: count - written, quota: quotas.tickets, idempotency, made };
          added = await store.run(addTickets, input);
          if (added === 'more') written = end;
        }
      } catch (error) {
        const end = Math.min(count, written + slice);
        // The last slice may have been committed all the same, and a repeat is then told all codes.
        if (end < count || !idempotency) await takeBack(ask, seed, end).catch(() => {});
        throw error;
      }
      if ('resource' in added && added.resource === made) return made;
      await takeBack(ask, seed, written);
      if ('resource' in added) return added.resource;
      throw whyNotIssued(added.refused);
    },

    /** The codes of a call, by what `issue` returned. */
    async show(ask: StoredAsk<unknown>, made: string): Promise<IssuedTickets> {
      const [seed = '', count] = made.split(':');
      const tickets: string[] = [];
      while (tickets.length < Number(count)) {
        if (tickets.length > 0) await new Promise<void>((resolve) => setImmediate(resolve));
        tickets.push(...codesOf(ask, seed, tickets.length, Math.min(Number(count), tickets.length + slice)));
      }
      return { tickets, count: tickets.length };
    },

    /** Counts tickets, and those of them that an answer has used. */
    async count(ask: StoredAsk<unknown>): Promise<TicketCount> {
      const row = await store.read(ticketCounters(ask.seq));
      // Voters who are told apart otherwise have used none.
      return { count: row?.tickets ?? 0, used: ask.terms.one_per === 'ticket' ? (row?.voters ?? 0) : 0 };
    },
  };
}

type Refused = Extract<SliceAdded, { refused: unknown }>['refused'];

function whyNotIssued(refused: Refused): AskwellError {
  if (refused === 'mismatch') return new AskwellError('idempotency_mismatch');
  return refused === 'unknown' ? new AskwellError('not_found') : overQuota(refused);
}

/** A character for each of 16 bytes; the bias of taking bytes modulo 62 leaves more than 90 bits. */
function codeFrom(hash: Uint8Array): string {
  return Array.from(hash, (byte) => base62[byte % base62.length]).join('');
}
