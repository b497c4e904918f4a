import type { AskId, AskKind, IssuedTickets, NewTicket, Ticket, TicketCount } from '@askwell/server/contract';
import type { Call } from '../call.js';
import type { List } from '../lists/list.js';
import type { CallOptions, CreateOptions } from '../options.js';
import type { Transport } from '../transport/transport.js';
import type { TicketQuery } from './queries.js';

/** Manages tickets: codes that allow one answer each. Requires `one_per: 'ticket'`. */
export class Tickets<Kind extends AskKind> {
  readonly #transport: Transport;
  readonly #plural: string;

  /** @internal */
  constructor(transport: Transport, plural: string) {
    this.#transport = transport;
    this.#plural = plural;
  }

  /**
   * Creates tickets. This is the only response that contains the codes.
   *
   * @param askId The ID of the poll, quiz or form.
   * @param tickets The number of tickets, 1 to 10,000, or the tickets with their references. The codes have the same order.
   * @throws {@link ConflictError} if the poll, quiz or form does not use tickets.
   *
   * @example
   * const { tickets } = await askwell.polls.tickets.create(poll.id, 100);
   *
   * @example
   * await askwell.polls.tickets.create(poll.id, [{ reference: 'member-17' }, { reference: 'member-18' }]);
   */
  create(
    askId: AskId<Kind, unknown>,
    tickets: number | readonly NewTicket[],
    options?: CreateOptions,
  ): Call<IssuedTickets> {
    const draft = typeof tickets === 'number' ? { count: tickets } : { tickets };
    return this.#transport.post([this.#plural, askId, 'tickets'], draft, options);
  }

  /**
   * Returns the number of tickets, and how many of them are used.
   *
   * @param askId The ID of the poll, quiz or form.
   */
  count(askId: AskId<Kind, unknown>, options?: CallOptions): Call<TicketCount> {
    return this.#transport.get([this.#plural, askId, 'tickets'], options);
  }

  /**
   * Lists the tickets without their codes, the newest first.
   *
   * @param askId The ID of the poll, quiz or form.
   * @param query Filters, the order and the page size.
   *
   * @example
   * for await (const { reference } of askwell.polls.tickets.list(poll.id, { used: false })) console.log(reference);
   */
  list(askId: AskId<Kind, unknown>, query?: TicketQuery, options?: CallOptions): List<Ticket> {
    return this.#transport.list([this.#plural, askId, 'tickets', 'list'], query, options);
  }

  /**
   * Returns a ticket without its code.
   *
   * @param askId The ID of the poll, quiz or form.
   * @param id The ID of the ticket.
   * @throws {@link NotFoundError} if the ticket does not exist.
   */
  get(askId: AskId<Kind, unknown>, id: string, options?: CallOptions): Call<Ticket> {
    return this.#transport.get([this.#plural, askId, 'tickets', id], options);
  }

  /**
   * Withdraws a ticket. It is rejected from then on.
   *
   * @param askId The ID of the poll, quiz or form.
   * @param id The ID of the ticket.
   * @throws {@link NotFoundError} if the ticket does not exist.
   * @throws {@link ConflictError} if an answer has used the ticket.
   */
  delete(askId: AskId<Kind, unknown>, id: string, options?: CallOptions): Call<void> {
    return this.#transport.delete([this.#plural, askId, 'tickets', id], options);
  }

  /**
   * Withdraws all tickets that no answer has used. Returns the number of tickets that are left.
   *
   * @param askId The ID of the poll, quiz or form.
   */
  withdrawUnused(askId: AskId<Kind, unknown>, options?: CallOptions): Call<TicketCount> {
    return this.#transport.post([this.#plural, askId, 'tickets', 'withdraw-unused'], {}, options);
  }
}
