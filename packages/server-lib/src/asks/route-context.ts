import type { HttpExchange } from '../http/exchange.js';

export interface RouteContext {
  /** What a client is counted by. */
  readonly clientOf: (exchange: HttpExchange) => string;
  /** The origins a site lists. */
  readonly originsOf: (site: number) => Promise<readonly string[]>;
  /** Our own pages'. */
  readonly ownOrigin: string | undefined;
}
