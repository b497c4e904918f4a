import type { ReplyHeaders } from './headers.js';
import type { Watch } from './watch.js';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A request, written out. */
export interface Outgoing {
  readonly method: Method;
  readonly origin: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
}

/** What a reply begins with. */
export interface Head {
  readonly status: number;
  readonly headers: ReplyHeaders;
}

/** A reply whose body is still to be read, once, in one of two ways. */
export interface Incoming extends Head {
  text(): Promise<string>;
  chunks(): AsyncIterable<Uint8Array>;
}

/** Takes a request to the server and brings the reply; the watch ends both, the reading of the body included. */
export type Carrier = (outgoing: Outgoing, watch: Watch) => Promise<Incoming>;
