import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.js';
import { BucketWindow } from './eviction-window.js';
import type { Decision } from './sliding-window.js';

/** How many requests with a key an account may send in a minute, unless the option says otherwise. */
export const defaultAccountRequests = 6_000;

/** Accounts counted at the same time; of more of them, the one that has been quiet longest starts over. */
const maxAccounts = 10_000;

const seconds = 60;

/** Counts the requests that come with the keys of each account, in this process's memory. */
export type AccountLimiter = ReturnType<typeof createAccountLimiter>;

export function createAccountLimiter(clock: Clock, limit = defaultAccountRequests) {
  const windows = new LRUCache<number, BucketWindow>({ max: maxAccounts });
  const policy = `"account";q=${limit};w=${seconds}`;

  return {
    /** Asks for one admission of an account. */
    take(account: number): Decision {
      let window = windows.get(account);
      if (!window) {
        window = new BucketWindow({ limit, seconds });
        windows.set(account, window);
      }
      return window.take(clock.elapsed());
    },

    /** The headers that tell an account where it stands. */
    headers({ remaining, resetSeconds }: Decision): string[] {
      return ['ratelimit-policy', policy, 'ratelimit', `"account";r=${remaining};t=${resetSeconds}`];
    },
  };
}
