import type { Clock } from '../../base/clock.js';
import { createGrowingCache } from '../../base/growing-cache.js';
import type { Decision, Policy } from '../../db/windows/sliding-window.js';
import { BucketWindow } from './bucket-window.js';
import { createProcessCounter, type SharedLimit } from './local-counter.js';
import type { CountedRequests, MovableCounter, RequestCounter } from './memory-counter.js';

/** The default number of requests with keys that an account can send per minute. */
export const defaultAccountRequests = 6_000;

/**
 * The number of accounts that are counted at the same time. Beyond this number, the count of the least recently used
 * account restarts.
 */
const maxAccounts = 10_000;

const seconds = 60;

/** Limits the requests with the keys of each account. */
export type AccountLimiter = ReturnType<typeof createAccountLimiter>;

/** @param shared Counts for all processes that share the database. Undefined: the memory of this process counts. */
export function createAccountLimiter(clock: Clock, limit = defaultAccountRequests, shared?: SharedLimit) {
  const policy = { limit, seconds };
  const memory = new AccountMemory(clock, policy);
  const counter: RequestCounter = shared ? createProcessCounter({ ...shared, clock, policy }, memory) : memory;
  const header = `"account";q=${limit};w=${seconds}`;

  return {
    /** Admits and counts a request of an account, if the limit allows it. */
    take: (account: number): Decision | Promise<Decision> => counter.take(String(account)),

    /** Returns the `RateLimit` headers of a response. */
    headers({ remaining, resetSeconds }: Decision): string[] {
      return ['ratelimit-policy', header, 'ratelimit', `"account";r=${remaining};t=${resetSeconds}`];
    },
  };
}

/** Counts the requests of accounts in the memory of this process. */
class AccountMemory implements MovableCounter {
  readonly #windows = createGrowingCache<string, BucketWindow>(maxAccounts);
  /** The counts of accounts beyond the maximum are lost. */
  readonly unlistedUntil = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  take(account: string, _network?: string, now = this.clock.elapsed()): Decision {
    let window = this.#windows.get(account);
    if (!window) {
      window = new BucketWindow(this.policy);
      this.#windows.set(account, window);
    }
    return window.take(now);
  }

  *counted(): Generator<CountedRequests> {
    for (const [key, window] of this.#windows.entries()) yield { kind: 'key', key, entries: window.entries() };
  }
}
