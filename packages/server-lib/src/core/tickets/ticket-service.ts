import { AskwellError } from '../../base/errors.js';
import { tryCheck } from '../../base/validation/check.js';
import type { IdempotentRequest } from '../../db/idempotency.js';
import type { PageRequest } from '../../db/paging.js';
import type { Ticket, TicketCount } from '../../shared/contract/resources.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import { ticketIdSchema } from '../schemas/ticket-schema.js';
import { hashVoter } from '../submit/voter-ref.js';
import { createTicketIssuer, type TicketServiceOptions } from './issue-tickets.js';
import { type ListedTicket, listTickets, selectTicket, showTicket, type TicketFilter } from './list-tickets.js';
import { selectTicketCounters, type TicketCounters } from './ticket-queries.js';
import { type WithdrawalOutcome, withdrawTicket, withdrawUnusedTickets } from './withdraw-tickets.js';
import { withdrawalError } from './withdrawal-error.js';

/** Creates the service for tickets: codes that allow one answer each. */
export function createTicketService(options: TicketServiceOptions) {
  const { store, secret } = options;

  /** Withdraws the ticket with a hash. */
  const withdraw = (ask: StoredAsk<unknown>, voter: string, onlyVersion: number | null): Promise<WithdrawalOutcome> =>
    store.run(withdrawTicket, { ask: ask.seq, voter, onlyVersion });

  return {
    ...createTicketIssuer(options),

    /** Returns a page of tickets, in the order in which they were created. */
    list(ask: StoredAsk<unknown>, filter: TicketFilter, page: PageRequest<string>): Promise<ListedTicket[]> {
      return listTickets(store, ask, filter, page);
    },

    /** Returns a ticket by its ID. */
    async find(ask: StoredAsk<unknown>, id: string): Promise<Ticket | undefined> {
      const row = isTicketId(id) ? await store.read(selectTicket(ask.seq, id)) : undefined;
      return row && showTicket(row);
    },

    /** Deletes the ticket with a code, so that it is rejected. A ticket that an answer has used stays. */
    withdraw: (ask: StoredAsk<unknown>, code: string) =>
      withdraw(ask, hashVoter(secret.key, ask.id, 'ticket', code), null),

    /**
     * Deletes the ticket with an ID, like `withdraw`.
     *
     * @throws AskwellError if there is no such ticket, it was used, or the ask has another version than `onlyVersion`.
     */
    async delete(ask: StoredAsk<unknown>, id: string, onlyVersion: number | null = null): Promise<void> {
      const outcome = isTicketId(id) ? await withdraw(ask, id, onlyVersion) : 'unknown';
      if (outcome !== 'withdrawn') throw withdrawalError(outcome);
    },

    /**
     * Deletes all tickets that no answer has used, in slices. Returns the number of deleted tickets, and a reference for `showLeft`
     * to the number of remaining ones. For a repeated `Idempotency-Key`, returns the outcome of the first request.
     *
     * @throws AskwellError if the ask has another version than `onlyVersion` when the deletion starts.
     */
    async withdrawUnused(
      ask: StoredAsk<unknown>,
      onlyVersion: number | null = null,
      idempotency: IdempotentRequest | null = null,
    ): Promise<{ readonly withdrawn: number; readonly left: string; readonly replayed: boolean }> {
      let withdrawn = 0;
      let next = { ask: ask.seq, after: '', onlyVersion, idempotency };
      for (;;) {
        const slice = await store.run(withdrawUnusedTickets, next);
        if ('refused' in slice)
          throw slice.refused === 'stale' ? withdrawalError('stale') : new AskwellError('idempotency_mismatch');
        if ('resource' in slice) return { withdrawn: 0, left: slice.resource, replayed: true };
        withdrawn += slice.withdrawn;
        if ('left' in slice) return { withdrawn, left: slice.left, replayed: false };
        next = { ...next, after: slice.last, onlyVersion: null };
      }
    },

    /** Returns the numbers of tickets that were left by `withdrawUnused`. */
    showLeft: (ask: StoredAsk<unknown>, left: string): TicketCount => toCount(ask, JSON.parse(left)),

    /** Counts the tickets, and the tickets that an answer has used. */
    async count(ask: StoredAsk<unknown>): Promise<TicketCount> {
      return toCount(ask, (await store.read(selectTicketCounters(ask.seq))) ?? { tickets: 0, voters: 0 });
    },
  };
}

/** Without `one_per: "ticket"`, the counter of voters does not count tickets. */
function toCount({ terms }: StoredAsk<unknown>, { tickets, voters }: TicketCounters): TicketCount {
  return { count: tickets, used: terms.one_per === 'ticket' ? voters : 0 };
}

const isTicketId = (id: string) => tryCheck(ticketIdSchema, id).success;
