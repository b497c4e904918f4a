import type { Ticket, TicketCount } from '../../contract/resources.js';
import type { PageRequest } from '../../store/paging.js';
import { tryCheck } from '../../validation/check.js';
import type { StoredAsk } from '../definition/stored-ask.js';
import { ticketIdSchema } from '../schemas/ticket-schema.js';
import { hashVoter } from '../submit/voter-ref.js';
import { createTicketIssuer, type TicketServiceOptions } from './issue-tickets.js';
import { type ListedTicket, listTickets, selectTicket, showTicket, type TicketFilter } from './list-tickets.js';
import { selectTicketCounters } from './ticket-queries.js';
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
     * Deletes all tickets that no answer has used, in slices. Returns how many.
     *
     * @throws AskwellError if the ask has another version than `onlyVersion` when the deletion starts.
     */
    async withdrawUnused(ask: StoredAsk<unknown>, onlyVersion: number | null = null): Promise<number> {
      let total = 0;
      let slice = await store.run(withdrawUnusedTickets, { ask: ask.seq, after: '', onlyVersion });
      while (slice !== null) {
        if (slice === 'stale') throw withdrawalError('stale');
        total += slice.withdrawn;
        slice = await store.run(withdrawUnusedTickets, { ask: ask.seq, after: slice.last, onlyVersion: null });
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

const isTicketId = (id: string) => tryCheck(ticketIdSchema, id).success;
