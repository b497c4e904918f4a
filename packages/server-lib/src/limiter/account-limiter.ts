import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.js';
import { BucketWindow } from './bucket-window.js';
import type { Decision } from './sliding-window.js';

/** The default number of requests with keys that an account can send per minute. */
export const defaultAccountRequests = 6_000;

/** The number of accounts that are counted at the same time. Beyond it, the least recently used one starts again. */
const maxAccounts = 10_000;

const seconds = 60;

/** Limits the requests with the keys of each account, in the memory of this process. */
export type AccountLimiter = ReturnType<typeof createAccountLimiter>;

export function createAccountLimiter(clock: Clock, limit = defaultAccountRequests) {
  const windows = new LRUCache<number, BucketWindow>({ max: maxAccounts });
  const policy = `"account";q=${limit};w=${seconds}`;

  return {
    /** Admits and counts a request of an account, if the limit allows it. */
    take(account: number): Decision {
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
