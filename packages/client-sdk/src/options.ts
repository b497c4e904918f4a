import type { TransportName } from './backends/default-backend.js';
import type { Fetch } from './backends/fetch-backend.js';
import type { Dispatcher } from './backends/undici-backend.js';
import type { Hooks } from './transport/hooks.js';

/** Options of {@link Askwell}. */
export interface AskwellOptions extends Hooks {
  /** API key, from the dashboard. Default: the environment variable `ASKWELL_API_KEY`. */
  apiKey?: string | undefined;
  /** URL of the server, with its base path. Default: the environment variable `ASKWELL_BASE_URL`. */
  baseUrl?: string | undefined;
  /** Timeout of each attempt, in milliseconds. Default: 30,000. */
  timeout?: number | undefined;
  /** Time limit of a call in milliseconds, including retries and the delays between them. Default: none. */
  deadline?: number | undefined;
  /** Maximum number of retries after a temporary failure. Default: 2. */
  maxRetries?: number | undefined;
  /**
   * Maximum wait before a retry, in milliseconds. If the server asks for a longer one with `Retry-After`, the call rejects at
   * once with the error, whose `retryAfter` has the seconds. Default: 10,000.
   */
  maxRetryWait?: number | undefined;
  /** Headers to send with every request. */
  headers?: Readonly<Record<string, string>> | undefined;
  /**
   * What sends the requests: undici, or the global `fetch`. Default: undici in Node, where it is loaded with the first
   * request; `fetch` in other runtimes, and where undici is not installed.
   */
  transport?: TransportName | undefined;
  /**
   * Dispatcher of undici that sends the requests, such as an `Agent`, `Pool`, `ProxyAgent` or `MockAgent`. Default: a
   * connection pool that all clients of the process share. Cannot be used together with `fetch`.
   */
  dispatcher?: Dispatcher | undefined;
  /** Function that sends the requests instead of undici and the global `fetch`, such as the `fetch` of a framework. */
  fetch?: Fetch | undefined;
  /** Allows the client to run in a browser, where every visitor can read the API key. Default: false. */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/** Options of every call. They override the options of the client. */
export interface CallOptions {
  /** Signal that aborts the call. */
  signal?: AbortSignal | undefined;
  /** Timeout of each attempt, in milliseconds. */
  timeout?: number | undefined;
  /** Time limit of the call: milliseconds from now, or a date. */
  deadline?: number | Date | undefined;
  /** Maximum number of retries. */
  maxRetries?: number | undefined;
  /** Maximum wait before a retry, in milliseconds. */
  maxRetryWait?: number | undefined;
  /** Headers to send in addition to the headers of the client. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of calls that send a POST request. */
export interface CreateOptions extends CallOptions {
  /**
   * Idempotency key. If you repeat a call with the same key and the same values, the server returns the first result and
   * does nothing else. Default: a new random key for each call, which all its retries use.
   */
  idempotencyKey?: string | undefined;
}

/** Options of calls that update a poll, quiz or form. */
export interface UpdateOptions extends CallOptions {
  /** The `version` that you read. If it has changed since, the call rejects with a {@link PreconditionError}. */
  ifMatch?: number | undefined;
}
