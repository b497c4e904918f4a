import type { IssuedTickets, TicketCount } from '@askwell/server/contract';
import type { Call } from '../call.js';
import type { CallOptions, CreateOptions } from '../options.js';
import type { Transport } from '../transport/transport.js';

/** Tickets go with `one_per: 'ticket'`: you make the codes and hand them out. */
export class Tickets {
  readonly #transport: Transport;
  readonly #plural: string;

  /** @internal */
  constructor(transport: Transport, plural: string) {
    this.#transport = transport;
    this.#plural = plural;
  }

  /** Makes up to 10,000 codes. They are shown this once. */
  create(askId: string, count: number, options?: CreateOptions): Call<IssuedTickets> {
    return this.#transport.post([this.#plural, askId, 'tickets'], { count }, options);
  }

  /** How many there are, and how many have answered. */
  count(askId: string, options?: CallOptions): Call<TicketCount> {
    return this.#transport.get([this.#plural, askId, 'tickets'], options);
  }
}
