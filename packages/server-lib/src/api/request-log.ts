import type { Micros } from '../base/clock.js';
import { createGrowingCache } from '../base/growing-cache.js';
import { maxLoggedAccounts, maxLoggedPathLength, maxLoggedRequests } from './limits.js';

/** A request with an API key. It has no query, body or address, because these may contain personal data of visitors and owners. */
export interface LoggedRequest {
  /** The `X-Request-Id` of the response. */
  readonly id: string;
  /** When the request arrived. */
  readonly at: Micros;
  readonly method: string;
  /** The path as it was sent, without the query. */
  readonly path: string;
  readonly status: number;
  /** The number of milliseconds until the response was ready. A stream is ready when it starts. */
  readonly duration: number;
  /** The name of the API key. */
  readonly key: string;
}

/** The latest requests of each account with an API key, in the memory of this process. */
export type RequestLog = ReturnType<typeof createRequestLog>;

/** @param accounts The number of accounts whose requests are kept. */
export function createRequestLog(accounts = maxLoggedAccounts) {
  const logs = createGrowingCache<number, RingLog>(accounts);

  return {
    record(account: number, request: LoggedRequest): void {
      let log = logs.get(account);
      if (!log) {
        log = new RingLog();
        logs.set(account, log);
      }
      log.add(request);
    },

    /** Returns the requests of an account, newest first. */
    list(account: number): LoggedRequest[] {
      return logs.peek(account)?.newestFirst() ?? [];
    },
  };
}

/** Keeps the latest requests and overwrites the oldest. */
class RingLog {
  readonly #requests: LoggedRequest[] = [];
  #next = 0;

  add(request: LoggedRequest): void {
    this.#requests[this.#next] = request;
    this.#next = (this.#next + 1) % maxLoggedRequests;
  }

  newestFirst(): LoggedRequest[] {
    const oldestFirst = [...this.#requests.slice(this.#next), ...this.#requests.slice(0, this.#next)];
    return oldestFirst.reverse();
  }
}

/**
 * Returns a copy of the beginning of a path. For a substring, V8 would keep the whole URL in memory, whose query and fragment may
 * be long.
 */
export function loggedPath(path: string): string {
  return Buffer.from(path.slice(0, maxLoggedPathLength)).toString();
}
