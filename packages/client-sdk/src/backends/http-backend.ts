import type { RequestTimer } from '../timeouts/request-timer.js';
import type { ReplyHeaders } from '../transport/headers.js';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A request, written out. */
export interface HttpRequest {
  readonly method: Method;
  readonly origin: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
}

/** What a reply begins with. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: ReplyHeaders;
}

/** A reply whose body is still to be read, once, in one of two ways. */
export interface HttpResponse extends ResponseHead {
  text(): Promise<string>;
  chunks(): AsyncIterable<Uint8Array>;
}

/** Takes a request to the server and brings the reply; the watch ends both, the reading of the body included. */
export type HttpBackend = (request: HttpRequest, timer: RequestTimer) => Promise<HttpResponse>;
