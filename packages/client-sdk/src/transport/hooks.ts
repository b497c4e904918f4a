import type { Method } from '../backends/http-request.js';
import type { ReplyHeaders } from './headers.js';

/** The properties of all events. */
export interface CallEvent {
  /** The HTTP method. */
  readonly method: Method;
  /** The URL, with its query. */
  readonly url: string;
  /** The number of earlier attempts of the same call. */
  readonly retries: number;
}

/** A request before it is sent. */
export interface RequestEvent extends CallEvent {
  /** The headers to send. The hook may change them. The API key is added later. */
  readonly headers: Record<string, string>;
}

/** A response with any status. */
export interface ResponseEvent extends CallEvent {
  /** The HTTP status. */
  readonly status: number;
  /** The headers, with names in lower case. */
  readonly headers: ReplyHeaders;
  /** The time since the request was sent. */
  readonly milliseconds: number;
}

/** A failure after which the request is sent again. */
export interface RetryEvent extends CallEvent {
  /** The reason of the failure. */
  readonly error: Error;
  /** The delay before the next attempt. */
  readonly milliseconds: number;
}

/** Functions for logs, metrics and traces. If one of them throws, the call rejects with that error. */
export interface Hooks {
  /** Called before each request. May set headers, such as `traceparent`. */
  onRequest?: ((event: RequestEvent) => void | Promise<void>) | undefined;
  /** Called after each response. */
  onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Called before each retry. */
  onRetry?: ((event: RetryEvent) => void) | undefined;
}
