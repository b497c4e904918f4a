import type { IssuedTickets, TicketCount } from '@askwell/server/contract';
import type { Call } from '../call.js';
import type { CallOptions, CreateOptions } from '../options.js';
import type { Transport } from '../transport/transport.js';

/** Manages tickets: codes that allow one answer each. Requires `one_per: 'ticket'`. */
export class Tickets {
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
   * @param count Number of tickets, 1 to 10,000.
   * @throws {@link ConflictError} if the poll, quiz or form does not use tickets.
   *
   * @example
   * const { tickets } = await askwell.polls.tickets.create(poll.id, 100);
   */
  create(askId: string, count: number, options?: CreateOptions): Call<IssuedTickets> {
    return this.#transport.post([this.#plural, askId, 'tickets'], { count }, options);
  }

  /**
   * Returns the number of tickets, and how many of them are used.
   *
   * @param askId The ID of the poll, quiz or form.
   */
  count(askId: string, options?: CallOptions): Call<TicketCount> {
    return this.#transport.get([this.#plural, askId, 'tickets'], options);
  }
}
