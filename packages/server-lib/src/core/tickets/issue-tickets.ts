import { randomBytes } from 'node:crypto';
import type { Clock } from '../../base/clock.js';
import { fromHex } from '../../base/crypto/hex.js';
import { shortHmac } from '../../base/crypto/hmac.js';
import { base62 } from '../../base/crypto/random.js';
import type { Secret } from '../../base/crypto/secret.js';
import { AskwellError } from '../../base/errors.js';
import { nextTurn } from '../../base/event-loop.js';
import type { IdempotentRequest } from '../../db/idempotency.js';
import type { Store } from '../../db/store.js';
import type { IssuedTickets } from '../../shared/contract/resources.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import { type Quotas, quotaError } from '../quotas.js';
import { hashVoter } from '../submit/voter-ref.js';
import { addTickets, removeTickets, type TicketBatchOutcome, type TicketInput } from './ticket-queries.js';

/** The number of tickets that one write creates. Other requests and writes run between batches. */
const batchSize = 250;

/** The number of characters of a code that are stored, so that its owner recognizes it. The others have over 70 bits. */
const headLength = 4;

export interface TicketServiceOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
  readonly quotas: Pick<Quotas, 'tickets'>;
}

/** Creates the functions that issue tickets, and that return their codes to the same request again. */
export function createTicketIssuer({ store, clock, secret, quotas }: TicketServiceOptions) {
  /** Derives codes from the secret and a seed, so that a repeated request gets the same codes, which are not stored. */
  function codesOf(ask: StoredAsk<unknown>, seed: string, from: number, to: number): string[] {
    return Array.from({ length: to - from }, (_, at) =>
      codeFrom(fromHex(shortHmac(secret.key, `ticket\0${ask.id}\0${seed}\0${from + at}`))),
    );
  }

  const voterOf = (ask: StoredAsk<unknown>, code: string) => hashVoter(secret.key, ask.id, 'ticket', code);

  /** Deletes the tickets of a call that failed or was refused. Their codes were never returned. */
  async function removeUnissued(ask: StoredAsk<unknown>, seed: string, end: number): Promise<void> {
    for (let from = 0; from < end; from += batchSize) {
      const codes = codesOf(ask, seed, from, Math.min(end, from + batchSize));
      const voters = codes.map((code) => voterOf(ask, code));
      await store.run(removeTickets, { ask: ask.seq, voters });
    }
  }

  return {
    /**
     * Creates tickets in batches. Returns a reference for `show`. For a repeated `Idempotency-Key`, returns the reference of the
     * first request.
     *
     * @param references The reference of each ticket.
     * @throws AskwellError if the ask does not use tickets, would exceed its quota, or has another version than `onlyVersion`.
     */
    async issue(
      ask: StoredAsk<unknown>,
      references: readonly (string | null)[],
      idempotency: IdempotentRequest | null,
      onlyVersion: number | null = null,
    ): Promise<{ readonly issueRef: string; readonly replayed: boolean }> {
      if (ask.terms.one_per !== 'ticket') {
        throw new AskwellError('conflict', 'Tickets require `one_per: "ticket"`.');
      }
      const count = references.length;
      const at = clock.now();
      const seed = randomBytes(16).toString('hex');
      const issueRef = `${seed}:${count}`;
      let written = 0;
      let outcome: TicketBatchOutcome = 'more';
      try {
        while (outcome === 'more') {
          const end = Math.min(count, written + batchSize);
          const tickets = codesOf(ask, seed, written, end).map(
            (code, index): TicketInput => ({
              voter: voterOf(ask, code),
              head: code.slice(0, headLength),
              reference: references[written + index] ?? null,
            }),
          );
          const input = {
            ask: ask.seq,
            tickets,
            at,
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
        if (tickets.length > 0) await nextTurn(ask.account);
        tickets.push(...codesOf(ask, seed, tickets.length, Math.min(Number(count), tickets.length + batchSize)));
      }
      return { tickets, count: tickets.length };
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
