import type { RequestTimer } from '../timeouts/request-timer.js';
import type { ReplyHeaders } from '../transport/headers.js';
import type { HttpRequest } from './http-request.js';

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

/** Sends a request and returns the response. When the timer aborts, the request and the reading of the body end. */
export type HttpBackend = (request: HttpRequest, timer: RequestTimer) => Promise<HttpResponse>;
