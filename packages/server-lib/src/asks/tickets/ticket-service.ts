import { randomBytes } from 'node:crypto';
import type { IssuedTickets, TicketCount } from '../../contract/resources.js';
import { fromHex } from '../../crypto/hex.js';
import { shortHmac } from '../../crypto/hmac.js';
import { base62 } from '../../crypto/random.js';
import type { Secret } from '../../crypto/secret.js';
import { AskwellError } from '../../errors.js';
import type { IdempotentRequest } from '../../store/idempotency.js';
import type { Store } from '../../store/store.js';
import { setImmediate } from '../../timers.js';
import type { StoredAsk } from '../definition/stored-ask.js';
import { type Quotas, quotaError } from '../quotas.js';
import { hashVoter } from '../submit/voter-ref.js';
import { addTickets, removeTickets, selectTicketCounters, type TicketBatchOutcome } from './ticket-queries.js';
import { type WithdrawalOutcome, withdrawTicket, withdrawUnusedTickets } from './withdraw-tickets.js';

/** The number of tickets that one write creates. Other requests and writes run between batches. */
const batchSize = 500;

export interface TicketServiceOptions {
  readonly store: Store;
  readonly secret: Secret;
  readonly quotas: Pick<Quotas, 'tickets'>;
}

/** Creates the service for tickets: codes that allow one answer each. */
export function createTicketService({ store, secret, quotas }: TicketServiceOptions) {
  /**
   * Derives codes from the secret and a seed, so that a repeated request gets the same codes although they are not
   * stored.
   */
  function codesOf(ask: StoredAsk<unknown>, seed: string, from: number, to: number): string[] {
    return Array.from({ length: to - from }, (_, at) =>
      codeFrom(fromHex(shortHmac(secret.key, `ticket\0${ask.id}\0${seed}\0${from + at}`))),
    );
  }

  /** Returns the hashes that the codes are stored as. */
  const votersOf = (ask: StoredAsk<unknown>, seed: string, from: number, to: number): string[] =>
    codesOf(ask, seed, from, to).map((code) => hashVoter(secret.key, ask.id, 'ticket', code));

  /** Deletes the tickets of a call that failed or was refused. Their codes were never returned. */
  async function removeUnissued(ask: StoredAsk<unknown>, seed: string, end: number): Promise<void> {
    for (let from = 0; from < end; from += batchSize) {
      const voters = votersOf(ask, seed, from, Math.min(end, from + batchSize));
      await store.run(removeTickets, { ask: ask.seq, voters });
    }
  }

  return {
    /**
     * Creates tickets in batches. Returns a reference for `show`, of an earlier request with the same `Idempotency-Key` if
     * there is one.
     *
     * @throws AskwellError if the ask does not use tickets, would exceed its quota, or has another version than `onlyVersion`.
     */
    async issue(
      ask: StoredAsk<unknown>,
      count: number,
      idempotency: IdempotentRequest | null,
      onlyVersion: number | null = null,
    ): Promise<{ readonly issueRef: string; readonly replayed: boolean }> {
      if (ask.terms.one_per !== 'ticket') {
        throw new AskwellError('conflict', 'Tickets require `one_per: "ticket"`.');
      }
      const seed = randomBytes(16).toString('hex');
      const issueRef = `${seed}:${count}`;
      let written = 0;
      let outcome: TicketBatchOutcome = 'more';
      try {
        while (outcome === 'more') {
          const end = Math.min(count, written + batchSize);
          const voters = votersOf(ask, seed, written, end);
          const input = {
            ask: ask.seq,
            voters,
            remaining: count - written,
            quota: quotas.tickets,
            onlyVersion,
            idempotency,
            issueRef,
          };
          outcome = await store.run(addTickets, input);
          if (outcome === 'more') written = end;
        }
      } catch (error) {
        const end = Math.min(count, written + batchSize);
        // The last batch may have been committed despite the error. With an Idempotency-Key, a repeated request returns
        // all codes.
        if (end < count || !idempotency) await removeUnissued(ask, seed, end).catch(() => {});
        throw error;
      }
      if ('resource' in outcome && outcome.resource === issueRef) return { issueRef, replayed: false };
      await removeUnissued(ask, seed, written);
      if ('resource' in outcome) return { issueRef: outcome.resource, replayed: true };
      throw issueError(outcome.refused);
    },

    /** Returns the codes of a call to `issue`. */
    async show(ask: StoredAsk<unknown>, issueRef: string): Promise<IssuedTickets> {
      const [seed = '', count] = issueRef.split(':');
      const tickets: string[] = [];
      while (tickets.length < Number(count)) {
        if (tickets.length > 0) await new Promise<void>((resolve) => setImmediate(resolve));
        tickets.push(...codesOf(ask, seed, tickets.length, Math.min(Number(count), tickets.length + batchSize)));
      }
      return { tickets, count: tickets.length };
    },

    /** Deletes the ticket with a code, so that it is rejected. A ticket that an answer has used stays. */
    async withdraw(ask: StoredAsk<unknown>, code: string): Promise<WithdrawalOutcome> {
      return store.run(withdrawTicket, { ask: ask.seq, voter: hashVoter(secret.key, ask.id, 'ticket', code) });
    },

    /** Deletes all tickets that no answer has used, in slices. Returns how many. */
    async withdrawUnused(ask: StoredAsk<unknown>): Promise<number> {
      let total = 0;
      let slice = await store.run(withdrawUnusedTickets, { ask: ask.seq, after: '' });
      while (slice) {
        total += slice.withdrawn;
        slice = await store.run(withdrawUnusedTickets, { ask: ask.seq, after: slice.last });
      }
      return total;
    },

    /** Counts the tickets, and those that an answer has used. */
    async count(ask: StoredAsk<unknown>): Promise<TicketCount> {
      const row = await store.read(selectTicketCounters(ask.seq));
      // Without `one_per: "ticket"`, the counter of voters does not count tickets.
      return { count: row?.tickets ?? 0, used: ask.terms.one_per === 'ticket' ? (row?.voters ?? 0) : 0 };
    },
  };
}

type Refused = Extract<TicketBatchOutcome, { refused: unknown }>['refused'];

function issueError(refused: Refused): AskwellError {
  if (refused === 'mismatch') return new AskwellError('idempotency_mismatch');
  if (refused === 'stale') return new AskwellError('precondition_failed');
  return refused === 'unknown' ? new AskwellError('not_found') : quotaError(refused);
}

/** Returns a code of 16 characters. The bias of bytes modulo 62 leaves more than 90 bits of entropy. */
function codeFrom(hash: Uint8Array): string {
  return Array.from(hash, (byte) => base62[byte % base62.length]).join('');
}
