import type { HttpExchange } from '../http/exchange.js';

/** The context of the endpoints of asks, in addition to the services of their kind. */
export interface RouteContext {
  /** Returns the key that rate limits count a client by. */
  readonly clientKeyOf: (exchange: HttpExchange) => string;
  /** Returns the key that rate limits and `one_per: "ip"` count an address by. */
  readonly countingKeyOf: (address: string) => string;
  /** Returns the allowed origins of a site. */
  readonly originsOf: (site: number) => Promise<readonly string[]>;
  /** The origin of the hosted pages. */
  readonly ownOrigin: string | undefined;
}
