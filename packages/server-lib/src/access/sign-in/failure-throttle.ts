import type { Clock } from '../../clock.js';
import { sha256 } from '../../crypto/hash.js';
import { AskwellError } from '../../errors.js';
import type { LimiterStore } from '../../limiter/limiter-store.js';
import { MemoryStore } from '../../limiter/memory-store.js';
import type { Policy } from '../../limiter/sliding-window.js';

/** Limits failures per key, such as failed sign-ins per account. */
export interface FailureThrottle {
  /**
   * Checks that the limit is not reached.
   *
   * @throws AskwellError with the code `rate_limited` after too many failures.
   */
  admit(key: string): Promise<void>;
  /** Counts a failure. */
  count(key: string): Promise<void>;
  /**
   * Makes an attempt, counts it if it fails, and returns whether it succeeded. A running attempt counts as a failure, so that
   * concurrent attempts cannot fail more often than successive ones.
   *
   * @throws AskwellError with the code `rate_limited` after too many failures.
   */
  attempt(key: string, succeeds: () => Promise<boolean>): Promise<boolean>;
}

export function createFailureThrottle(
  policy: Policy,
  clock: Clock,
  store: LimiterStore = new MemoryStore(policy, 20_000),
): FailureThrottle {
  const running = createCounters();

  async function admit(hashedKey: string, runningCount: number): Promise<void> {
    const { remaining, resetSeconds } = await store.peek(hashedKey, clock.elapsed());
    if (remaining <= 0) throw tooManyFailuresError(resetSeconds);
    if (remaining <= runningCount) throw tooManyConcurrentError();
  }

  async function count(hashedKey: string): Promise<void> {
    await store.take(hashedKey, clock.elapsed());
  }

  return {
    admit: (key) => admit(hashKey(key), 0),
    count: (key) => count(hashKey(key)),
    async attempt(key, succeeds) {
      const hashedKey = hashKey(key);
      const runningBefore = running.add(hashedKey);
      let succeeded: boolean;
      try {
        await admit(hashedKey, runningBefore);
        succeeded = await succeeds();
      } finally {
        running.remove(hashedKey);
      }
      // No `await` between removing and counting, so that no other attempt is admitted in between.
      if (!succeeded) await count(hashedKey);
      return succeeded;
    },
  };
}

/** Hashes a key, since it may contain personal data of any length that a user typed. */
function hashKey(key: string): string {
  return sha256(key).toString('base64');
}

function tooManyFailuresError(seconds: number): AskwellError {
  const minutes = Math.ceil(seconds / 60);
  return new AskwellError(
    'rate_limited',
    `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { retryAfter: seconds },
  );
}

function tooManyConcurrentError(): AskwellError {
  return new AskwellError('rate_limited', 'Too many attempts at once. Try again in a moment.', { retryAfter: 1 });
}

/** Counts the running attempts of each key. Keys without one need no memory. */
function createCounters() {
  const counts = new Map<string, number>();
  return {
    /** Adds an attempt and returns the number before it. */
    add(key: string): number {
      const before = counts.get(key) ?? 0;
      counts.set(key, before + 1);
      return before;
    },
    remove(key: string): void {
      const after = (counts.get(key) ?? 0) - 1;
      if (after > 0) counts.set(key, after);
      else counts.delete(key);
    },
  };
}
