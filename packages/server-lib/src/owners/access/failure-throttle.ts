import type { Clock } from '../../base/clock.js';
import { sha256 } from '../../base/crypto/hash.js';
import type { Secret } from '../../base/crypto/secret.js';
import type { SharedWindows } from '../../db/windows/shared-windows.js';
import type { Decision, Policy } from '../../db/windows/sliding-window.js';
import { MemoryStore } from '../../http/limits/memory-store.js';
import { createSharedCounter } from '../../http/limits/shared-counter.js';
import { tooManyConcurrentError, tooManyFailuresError } from './attempt-errors.js';

/** Limits failures per key, such as failed sign-ins per account. */
export interface FailureThrottle {
  /**
   * Counts an event, whether it succeeds or fails.
   *
   * @throws AskwellError with the code `rate_limited` if the limit is reached. The event is not counted then.
   */
  count(key: string): Promise<void>;
  /**
   * Counts an event and returns undefined. If the limit is reached, counts nothing and returns the seconds until an
   * event is admitted.
   */
  tryCount(key: string): Promise<number | undefined>;
  /**
   * Makes an attempt, counts it if it fails, and returns whether it succeeded. A running attempt counts as a failure, so that
   * concurrent attempts cannot fail more often than successive ones. An attempt that throws is not counted.
   *
   * @throws AskwellError with the code `rate_limited` after too many failures.
   */
  attempt(key: string, succeeds: () => Promise<boolean>): Promise<boolean>;
}

/**
 * Creates a throttle.
 *
 * @param name What the throttle counts. Throttles with different names do not share counts.
 */
export type CreateThrottle = (name: string, policy: Policy) => FailureThrottle;

/** Counts attempts, and gives back the attempts that do not fail. */
export interface AttemptCounter {
  take(key: string): CountedAttempt | Promise<CountedAttempt>;
  giveBack(key: string, at: number): void | Promise<void>;
}

/** A decision with the time that identifies the attempt in `giveBack`. */
export type CountedAttempt = Decision & { readonly at: number };

/** The number of keys that the memory of this process counts exactly. */
const maxKeys = 20_000;

export interface ThrottleOptions {
  readonly clock: Clock;
  readonly secret: Secret;
  /** Counts for all processes that share the database. Undefined: the memory of this process counts. */
  readonly windows?: SharedWindows | undefined;
}

/** Returns a function that creates throttles, which count in the database if several processes can share it. */
export function createThrottles({ clock, secret, windows }: ThrottleOptions): CreateThrottle {
  return (name, policy) => {
    return createFailureThrottle(
      windows
        ? createSharedCounter({ name: `failures\0${name}`, policy, windows, secret, clock, returns: true })
        : createMemoryCounter(policy, clock),
    );
  };
}

function createMemoryCounter(policy: Policy, clock: Clock): AttemptCounter {
  const store = new MemoryStore(policy, maxKeys);
  return {
    take(key) {
      const at = clock.elapsed();
      return { ...store.take(key, at), at };
    },
    giveBack: (key, at) => store.giveBack(key, at),
  };
}

/** Creates a throttle over a counter. */
export function createFailureThrottle(counter: AttemptCounter): FailureThrottle {
  const running = createCounters();

  async function take(hashedKey: string, othersRunning: number): Promise<number> {
    const { admitted, resetSeconds, at } = await counter.take(hashedKey);
    if (admitted) return at;
    // Running attempts may succeed. They are then given back.
    throw othersRunning > 0 ? tooManyConcurrentError() : tooManyFailuresError(resetSeconds);
  }

  async function giveBackUnlessFailed(
    hashedKey: string,
    at: number,
    succeeds: () => Promise<boolean>,
  ): Promise<boolean> {
    let isFailure = false;
    try {
      isFailure = !(await succeeds());
      return !isFailure;
    } finally {
      if (!isFailure) await counter.giveBack(hashedKey, at);
    }
  }

  return {
    async count(key) {
      const hashedKey = hashKey(key);
      await take(hashedKey, running.get(hashedKey));
    },

    async tryCount(key) {
      const { admitted, resetSeconds } = await counter.take(hashKey(key));
      return admitted ? undefined : Math.max(1, resetSeconds);
    },

    async attempt(key, succeeds) {
      const hashedKey = hashKey(key);
      const othersRunning = running.get(hashedKey);
      running.add(hashedKey);
      try {
        const at = await take(hashedKey, othersRunning);
        return await giveBackUnlessFailed(hashedKey, at, succeeds);
      } finally {
        running.remove(hashedKey);
      }
    },
  };
}

/** Hashes a key, since it may contain personal data of any length that a user typed. */
function hashKey(key: string): string {
  return sha256(key).toString('base64');
}

/** Counts the running attempts of each key. Keys without running attempts need no memory. */
function createCounters() {
  const counts = new Map<string, number>();
  return {
    get: (key: string): number => counts.get(key) ?? 0,
    add(key: string): void {
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    remove(key: string): void {
      const after = (counts.get(key) ?? 0) - 1;
      if (after > 0) counts.set(key, after);
      else counts.delete(key);
    },
  };
}
