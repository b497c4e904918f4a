import type { RequestTimer } from '../timeouts/request-timer.js';
import type { ReplyHeaders } from '../transport/headers.js';

/** The HTTP methods of the API. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A request that is ready to be sent. */
export interface HttpRequest {
  readonly method: Method;
  readonly origin: string;
  /** Contains the query. */
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
}

/** The status and the headers of a response. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: ReplyHeaders;
}

/** A response. Its body can be read once, by one of the two methods. */
export interface HttpResponse extends ResponseHead {
  text(): Promise<string>;
  chunks(): AsyncIterable<Uint8Array>;
}

/** Sends a request and returns the response. When the timer emits `abort`, the request and the reading of the body end. */
export type HttpBackend = (request: HttpRequest, timer: RequestTimer) => Promise<HttpResponse>;
