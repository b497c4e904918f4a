import type { Method } from '../backends/http-backend.js';
import type { ReplyHeaders } from './headers.js';

/** What all hooks are told. */
export interface CallEvent {
  readonly method: Method;
  readonly url: string;
  /** How often the request was sent before. */
  readonly retries: number;
}

/** A request that is about to be sent. */
export interface RequestEvent extends CallEvent {
  /** What is set here is sent. The API key is added later, and not shown. */
  readonly headers: Record<string, string>;
}

/** A reply that has come, whatever its status. */
export interface ResponseEvent extends CallEvent {
  readonly status: number;
  readonly headers: ReplyHeaders;
  /** From the request on. */
  readonly milliseconds: number;
}

/** A failure after which the request is sent again. */
export interface RetryEvent extends CallEvent {
  readonly error: Error;
  /** How long it waits before. */
  readonly milliseconds: number;
}

/** Called as things happen, for logs, metrics and traces. What they throw reaches the caller. */
export interface Hooks {
  /** May set headers, such as `traceparent`. */
  onRequest?: ((event: RequestEvent) => void | Promise<void>) | undefined;
  onResponse?: ((event: ResponseEvent) => void) | undefined;
  onRetry?: ((event: RetryEvent) => void) | undefined;
}
