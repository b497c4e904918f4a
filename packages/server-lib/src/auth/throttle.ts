import type { Clock } from '../clock.js';
import { sha256 } from '../crypto/hash.js';
import { AskwellError } from '../errors.js';
import { MemoryStore } from '../limiter/memory-store.js';
import type { LimiterStore } from '../limiter/store.js';
import type { Policy } from '../limiter/window.js';

/** Bounds how often something may fail under a key, such as signing in to one account. */
export interface Throttle {
  /** Refuses as rate limited once too much has failed. */
  admit(key: string): Promise<void>;
  /** Counts one failure. */
  count(key: string): Promise<void>;
}

export function createThrottle(
  policy: Policy,
  clock: Clock,
  store: LimiterStore = new MemoryStore(policy, 20_000),
): Throttle {
  /** Keys hold what people typed: of any length, and none of our business afterwards. */
  const keep = (key: string): string => sha256(key).toString('base64');

  return {
    async admit(key) {
      const { remaining, resetSeconds } = await store.peek(keep(key), clock.elapsed());
      if (remaining > 0) return;
      const minutes = Math.ceil(resetSeconds / 60);
      throw new AskwellError(
        'rate_limited',
        `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
        { retryAfter: resetSeconds },
      );
    },
    async count(key) {
      await store.take(keep(key), clock.elapsed());
    },
  };
}
