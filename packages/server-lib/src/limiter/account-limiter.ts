import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.js';
import { BucketWindow } from './bucket-window.js';
import type { SharedCounter } from './shared-counter.js';
import type { Decision, Policy } from './sliding-window.js';

/** The default number of requests with keys that an account can send per minute. */
export const defaultAccountRequests = 6_000;

/** The number of accounts that are counted at the same time. Beyond it, the least recently used one starts again. */
const maxAccounts = 10_000;

const seconds = 60;

/** Returns the policy of an account. */
export function accountPolicy(limit = defaultAccountRequests): Policy {
  return { limit, seconds };
}

/** Limits the requests with the keys of each account. */
export type AccountLimiter = ReturnType<typeof createAccountLimiter>;

/** @param shared Counts for all processes that share the database. Undefined: the memory of this process counts. */
export function createAccountLimiter(clock: Clock, limit = defaultAccountRequests, shared?: SharedCounter) {
  const windows = new LRUCache<number, BucketWindow>({ max: maxAccounts });
  const policy = `"account";q=${limit};w=${seconds}`;

  return {
    /** Admits and counts a request of an account, if the limit allows it. */
    take(account: number): Decision | Promise<Decision> {
      if (shared) return shared.take(String(account));
      let window = windows.get(account);
      if (!window) {
        window = new BucketWindow({ limit, seconds });
        windows.set(account, window);
      }
      return window.take(clock.elapsed());
    },

    /** Returns the `RateLimit` headers of a response. */
    headers({ remaining, resetSeconds }: Decision): string[] {
      return ['ratelimit-policy', policy, 'ratelimit', `"account";r=${remaining};t=${resetSeconds}`];
    },
  };
}
