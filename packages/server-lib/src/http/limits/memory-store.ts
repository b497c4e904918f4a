import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Decision, type Policy, SlidingWindow } from '../../db/windows/sliding-window.js';
import type { LimiterStore } from './limiter-store.js';

/** The default number of addresses that are counted exactly. */
export const defaultMaxAddresses = 50_000;

/** The number of buckets for evicted addresses, at 12 bytes each. A power of two. */
const bucketCount = 2 ** 18;

/** For each bucket, the highest number of admissions of its evicted addresses, and the time of the latest one. */
interface Evicted {
  readonly used: Uint32Array;
  readonly lastAt: Float64Array;
}

/**
 * Counts in the memory of this process, which is bounded. If there are too many addresses, the least recently used one
 * is evicted and its count is added to a bucket, which is chosen by a hash of the address. An address that returns
 * starts with the count and the latest time of its bucket. So an attacker with many addresses cannot unblock one by
 * evicting it. Other addresses that share a bucket are limited earlier: with 250,000 evicted addresses per minute, by
 * about one admission of thirty.
 */
export class MemoryStore implements LimiterStore {
  readonly #policy: Policy;
  /** Windows by address. Most addresses send one request, so a window with one admission is stored as its time. */
  readonly #windows: LRUCache<string, SlidingWindow | number>;
  readonly #seed = randomBytes(4).readUInt32LE();
  /** Created with the first eviction. */
  #evicted: Evicted | undefined;
  #now = 0;
  #lastEviction = Number.NEGATIVE_INFINITY;

  constructor(policy: Policy, capacity = defaultMaxAddresses) {
    this.#policy = policy;
    this.#windows = new LRUCache({
      // Each address has the size 1. With `max`, the cache would allocate all of its capacity now, which takes milliseconds.
      maxSize: capacity,
      sizeCalculation: () => 1,
      dispose: (window, key, reason) => {
        if (reason === 'evict') this.#saveEvicted(key, window);
      },
    });
  }

  /** The number of addresses that are counted exactly now. At most the capacity. */
  get size(): number {
    return this.#windows.size;
  }

  take(key: string, now: number): Decision {
    this.#now = now;
    const stored = this.#windows.get(key);
    if (stored === undefined && !this.#mayBeEvicted(key, now)) return this.#takeFirst(key, now);
    const window = this.#windowOf(key, stored, now);
    const decision = window.take(now);
    const isOnlyOne = decision.admitted && decision.remaining === this.#policy.limit - 1;
    const next = isOnlyOne ? window.newest() : window;
    if (next !== stored) this.#windows.set(key, next);
    return decision;
  }

  /** Counts the first request of an address. Most addresses send one, which needs no window. */
  #takeFirst(key: string, now: number): Decision {
    const { limit, seconds } = this.#policy;
    // The precision of windows.
    this.#windows.set(key, Math.round(now * 1000) / 1000);
    return { admitted: true, remaining: limit - 1, resetSeconds: Math.ceil(seconds), retryAfterSeconds: 0 };
  }

  peek(key: string, now: number): Decision {
    this.#now = now;
    return this.#windowOf(key, this.#windows.get(key), now).peek(now);
  }

  /** Removes an admission that `take` has counted at `at`. An admission of an evicted address stays. */
  giveBack(key: string, at: number): void {
    const stored = this.#windows.get(key);
    if (stored === undefined) return;
    const window = typeof stored === 'number' ? this.#windowWithOne(stored) : stored;
    window.remove(at);
    this.#windows.set(key, window);
  }

  /** Yields the addresses that are counted exactly, with the times of their admissions. */
  *entries(): Generator<readonly [key: string, times: readonly number[]]> {
    for (const [key, stored] of this.#windows.entries()) {
      yield [key, typeof stored === 'number' ? [stored] : stored.times()];
    }
  }

  /** The time when the last evicted admission has left its window. In the past if no admission was evicted. */
  get evictedUntil(): number {
    return this.#lastEviction + this.#policy.seconds * 1000;
  }

  #windowOf(key: string, stored: SlidingWindow | number | undefined, now: number): SlidingWindow {
    if (stored === undefined) return this.#restore(key, now);
    return typeof stored === 'number' ? this.#windowWithOne(stored) : stored;
  }

  /** Returns a window with one admission. */
  #windowWithOne(at: number): SlidingWindow {
    const window = new SlidingWindow(this.#policy);
    window.assume(1, at);
    return window;
  }

  /** Returns whether an address that is not stored may have been evicted, with requests that still count. */
  #mayBeEvicted(key: string, now: number): boolean {
    const lastAt = this.#evicted?.lastAt[this.#bucket(key)];
    return lastAt !== undefined && this.#isInWindow(lastAt, now);
  }

  /** Returns the window of an address that is not stored. It may have been evicted. */
  #restore(key: string, now: number): SlidingWindow {
    const window = new SlidingWindow(this.#policy);
    const bucket = this.#evicted ? this.#bucket(key) : 0;
    const lastAt = this.#evicted?.lastAt[bucket];
    if (lastAt !== undefined && this.#isInWindow(lastAt, now)) window.assume(this.#evicted?.used[bucket] ?? 0, lastAt);
    return window;
  }

  #saveEvicted(key: string, stored: SlidingWindow | number): void {
    const window = typeof stored === 'number' ? this.#windowWithOne(stored) : stored;
    const used = window.used(this.#now);
    if (used === 0) return;
    this.#evicted ??= {
      used: new Uint32Array(bucketCount),
      lastAt: new Float64Array(bucketCount).fill(Number.NEGATIVE_INFINITY),
    };
    this.#lastEviction = this.#now;
    const bucket = this.#bucket(key);
    const before = this.#evicted.lastAt[bucket] ?? Number.NEGATIVE_INFINITY;
    const usedBefore = this.#isInWindow(before, this.#now) ? (this.#evicted.used[bucket] ?? 0) : 0;
    this.#evicted.used[bucket] = Math.max(used, usedBefore);
    this.#evicted.lastAt[bucket] = Math.max(window.newest(), before);
  }

  #isInWindow(at: number, now: number): boolean {
    return now - at < this.#policy.seconds * 1000;
  }

  /** Returns the bucket of an address: FNV-1a with a secret seed, so that an attacker cannot choose the bucket of a victim. */
  #bucket(key: string): number {
    let hash = this.#seed;
    for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
    return (hash ^ (hash >>> 15)) & (bucketCount - 1);
  }
}
