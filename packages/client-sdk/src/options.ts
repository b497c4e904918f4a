import type { Fetch } from './backends/fetch-backend.js';
import type { Dispatcher } from './backends/undici-backend.js';
import type { Hooks } from './transport/hooks.js';

/** What {@link Askwell} takes; key and address may come from the environment. */
export interface AskwellOptions extends Hooks {
  /** An API key from the dashboard. Default: the environment's `ASKWELL_API_KEY`. */
  apiKey?: string | undefined;
  /** The server's address with its base path. Default: the environment's `ASKWELL_BASE_URL`. */
  baseUrl?: string | undefined;
  /** Milliseconds a try may take. Default: 30,000. */
  timeout?: number | undefined;
  /** Milliseconds a call may take in all, with its repeats and the waits before them. Default: as long as it needs. */
  deadline?: number | undefined;
  /** How often a call is repeated when it fails for the moment. Default: 2. */
  maxRetries?: number | undefined;
  /** Headers of every request. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Carries the requests: an `Agent`, `Pool`, `ProxyAgent` or `MockAgent` of undici. Default: a pool that all clients share. */
  dispatcher?: Dispatcher | undefined;
  /** Carries the requests in undici's place: the `fetch` of Deno, Bun or a framework. */
  fetch?: Fetch | undefined;
  /** Lets a browser have the key, and with it all that your account may do. Default: false. */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/** What any call takes. */
export interface CallOptions {
  /** Gives the call up. */
  signal?: AbortSignal | undefined;
  /** In place of the client's. */
  timeout?: number | undefined;
  /** In place of the client's: milliseconds from now, or a moment. */
  deadline?: number | Date | undefined;
  /** In place of the client's. */
  maxRetries?: number | undefined;
  /** Beside the client's. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** What a call that makes something, or does something once, takes. */
export interface CreateOptions extends CallOptions {
  /** The same key and values again answer as they did the first time, and do nothing twice. Default: a new key. */
  idempotencyKey?: string | undefined;
}

/** What a call that changes something takes. */
export interface UpdateOptions extends CallOptions {
  /** The `version` that was read: where it has moved since, nothing is changed and a {@link PreconditionError} tells. */
  ifMatch?: number | undefined;
}
