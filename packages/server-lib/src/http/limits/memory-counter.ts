import type { Clock } from '../../base/clock.js';
import { callOutside } from '../../base/deadline.js';
import type { Decision, Policy } from '../../db/windows/sliding-window.js';
import type { LimiterStore } from './limiter-store.js';
import { MemoryStore } from './memory-store.js';

/** Counts the requests of clients, and of the networks around them. */
export interface RequestCounter {
  /** Admits and counts a request of `key` and, if given, of `network`. The request counts for both or for neither. */
  take(key: string, network?: string): Decision | Promise<Decision>;
}

/** The requests of a client or a network. */
export interface CountedRequests {
  readonly kind: 'key' | 'network';
  readonly key: string;
  /** The times of the requests, ascending, in milliseconds on the clock of the counter, with the number at each. */
  readonly entries: readonly (readonly [time: number, count: number])[];
}

/** Counts in memory that can move to shared windows. */
export interface MovableCounter extends RequestCounter {
  /** @param now The time of the request, if it was counted elsewhere before. */
  take(key: string, network?: string, now?: number): Decision;
  /** Yields all requests that can move. */
  counted(): Iterable<CountedRequests>;
  /** The time when all requests that `counted` does not yield have left their windows. */
  readonly unlistedUntil: number;
  /**
   * Returns the decision if a request is refused because of earlier requests that cannot move. Absent if all requests
   * can move.
   */
  refuseUnlisted?(key: string, network?: string): Decision | undefined;
}

export interface MemoryCounterOptions {
  readonly clock: Clock;
  readonly policy: Policy;
  readonly networkPolicy: Policy;
  /** The number of clients that are counted exactly. */
  readonly capacity: number;
  /** The number of networks that are counted exactly. */
  readonly networkCapacity: number;
}

/** Counts in the memory of this process. */
export class MemoryCounter implements MovableCounter {
  readonly #clock: Clock;
  readonly #keys: MemoryStore;
  readonly #networks: MemoryStore;

  constructor({ clock, policy, networkPolicy, capacity, networkCapacity }: MemoryCounterOptions) {
    this.#clock = clock;
    this.#keys = new MemoryStore(policy, capacity);
    this.#networks = new MemoryStore(networkPolicy, networkCapacity);
  }

  take(key: string, network?: string, now = this.#clock.elapsed()): Decision {
    if (network === undefined) return this.#keys.take(key, now);
    const byNetwork = this.#networks.peek(network, now);
    if (!byNetwork.admitted) return stricter(this.#keys.peek(key, now), byNetwork);
    const decision = this.#keys.take(key, now);
    return stricter(decision, decision.admitted ? this.#networks.take(network, now) : byNetwork);
  }

  refuseUnlisted(key: string, network?: string): Decision | undefined {
    const now = this.#clock.elapsed();
    if (now >= this.unlistedUntil) return undefined;
    const byKey = this.#keys.peek(key, now);
    const decision = network === undefined ? byKey : stricter(byKey, this.#networks.peek(network, now));
    return decision.admitted ? undefined : decision;
  }

  *counted(): Generator<CountedRequests> {
    for (const [key, times] of this.#keys.entries()) yield { kind: 'key', key, entries: times.map(once) };
    for (const [key, times] of this.#networks.entries()) yield { kind: 'network', key, entries: times.map(once) };
  }

  get unlistedUntil(): number {
    return Math.max(this.#keys.evictedUntil, this.#networks.evictedUntil);
  }
}

const once = (time: number) => [time, 1] as const;

/** The time that a store of the host may take, in milliseconds. */
const storeTimeout = 5_000;

/** Counts clients in a store of the host, and networks in the memory of this process. */
export function createHostCounter(clock: Clock, store: LimiterStore, networks: MemoryStore): RequestCounter {
  const ask = (method: keyof LimiterStore, key: string, now: number) =>
    callOutside(() => store[method](key, now), { what: '`limits.store`', clock, timeout: storeTimeout });
  return {
    async take(key, network) {
      const now = clock.elapsed();
      if (network === undefined) return ask('take', key, now);
      const byNetwork = networks.peek(network, now);
      if (!byNetwork.admitted) return stricter(await ask('peek', key, now), byNetwork);
      const decision = await ask('take', key, now);
      // Checks the network again, since the store may be slow.
      return stricter(decision, decision.admitted ? networks.take(network, now) : networks.peek(network, now));
    },
  };
}

/** Combines the decisions of two limits: a request is admitted if both admit it, and otherwise waits for both. */
function stricter(one: Decision, other: Decision): Decision {
  const [less, more] = one.remaining <= other.remaining ? [one, other] : [other, one];
  return {
    admitted: one.admitted && other.admitted,
    remaining: less.remaining,
    resetSeconds:
      less.remaining === more.remaining ? Math.max(less.resetSeconds, more.resetSeconds) : less.resetSeconds,
    retryAfterSeconds: Math.max(one.retryAfterSeconds, other.retryAfterSeconds),
  };
}
