import type { ReplyHeaders } from './headers.js';

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

/** A reply whose body is still to be read, once, in one of two ways. */
export interface Incoming {
  readonly status: number;
  readonly headers: ReplyHeaders;
  text(): Promise<string>;
  chunks(): AsyncIterable<Uint8Array>;
}

/** Takes a request to the server and brings the reply; the signal ends both, the reading of the body included. */
export type Carrier = (outgoing: Outgoing, signal: AbortSignal) => Promise<Incoming>;
