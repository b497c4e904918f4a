import type { Call } from '../call.js';
import type { CallOptions, CreateOptions } from '../options.js';
import type { Transport } from '../transport/transport.js';

/** Codes that let whoever holds one answer once. They are shown this once. */
export interface NewTickets {
  tickets: string[];
  count: number;
}

/** How many tickets there are, and how many have answered. */
export interface TicketCount {
  count: number;
  used: number;
}

/** Tickets go with `one_per: 'ticket'`: you make the codes and hand them out. */
export class Tickets {
  readonly #transport: Transport;
  readonly #plural: string;

  /** @internal */
  constructor(transport: Transport, plural: string) {
    this.#transport = transport;
    this.#plural = plural;
  }

  /** Makes up to 10,000 codes. */
  create(askId: string, count: number, options?: CreateOptions): Call<NewTickets> {
    return this.#transport.post([this.#plural, askId, 'tickets'], { count }, options);
  }

  count(askId: string, options?: CallOptions): Call<TicketCount> {
    return this.#transport.get([this.#plural, askId, 'tickets'], options);
  }
}
