import type { Clock } from '../../clock.js';
import { sha256 } from '../../crypto/hash.js';
import { AskwellError } from '../../errors.js';
import type { LimiterStore } from '../../limiter/limiter-store.js';
import { MemoryStore } from '../../limiter/memory-store.js';
import type { Policy } from '../../limiter/sliding-window.js';

/** Bounds how often something may fail under a key, such as signing in to one account. */
export interface FailureThrottle {
  /** Refuses as rate limited once too much has failed. */
  admit(key: string): Promise<void>;
  /** Counts one failure. */
  count(key: string): Promise<void>;
  /**
   * Makes an attempt, counts it where it fails, and returns whether it succeeded. While it runs it holds its place
   * among the failures, so that attempts made at once fail no more often than those made in turn.
   */
  attempt(key: string, succeeds: () => Promise<boolean>): Promise<boolean>;
}

export function createFailureThrottle(
  policy: Policy,
  clock: Clock,
  store: LimiterStore = new MemoryStore(policy, 20_000),
): FailureThrottle {
  const running = createCounters();

  async function admit(kept: string, held: number): Promise<void> {
    const { remaining, resetSeconds } = await store.peek(kept, clock.elapsed());
    if (remaining <= 0) throw tooManyFailuresError(resetSeconds);
    if (remaining <= held) throw tooManyConcurrentError();
  }

  async function count(kept: string): Promise<void> {
    await store.take(kept, clock.elapsed());
  }

  return {
    admit: (key) => admit(hashKey(key), 0),
    count: (key) => count(hashKey(key)),
    async attempt(key, succeeds) {
      const kept = hashKey(key);
      const held = running.add(kept);
      let succeeded: boolean;
      try {
        await admit(kept, held);
        succeeded = await succeeds();
      } finally {
        running.remove(kept);
      }
      // Nothing is awaited between giving up the place and counting, so that nobody comes in between.
      if (!succeeded) await count(kept);
      return succeeded;
    },
  };
}

/** Keys hold what people typed: of any length, and none of our business afterwards. */
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

/** How many run under each key; nothing is kept of a key under which none does. */
function createCounters() {
  const counts = new Map<string, number>();
  return {
    /** Adds one and returns how many there were before. */
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
