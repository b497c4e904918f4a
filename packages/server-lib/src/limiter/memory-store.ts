import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { LimiterStore } from './limiter-store.js';
import { type Decision, type Policy, SlidingWindow } from './sliding-window.js';

/** Addresses that are counted one by one, unless told otherwise. */
export const defaultMaxAddresses = 50_000;

/** Buckets that remember what was evicted, in 12 bytes each; a power of two. */
const bucketCount = 2 ** 18;

/** How much was used up at most in each bucket, and when last. */
interface Evicted {
  readonly used: Uint32Array;
  readonly at: Float64Array;
}

/**
 * Counts in this process, in bounded memory. The address that has been quiet longest is evicted, and what it had used
 * up is remembered in the bucket its hash falls into, pessimistically: an address that comes back starts with what its
 * bucket holds, and at the latest of its times. So a flood of forged addresses never frees one that is blocked; what it
 * costs others is small, a thirtieth of their budget for every quarter of a million addresses in a minute.
 */
export class MemoryStore implements LimiterStore {
  readonly #policy: Policy;
  /** Most addresses come once: of one that was admitted once, only the time is kept. */
  readonly #windows: LRUCache<string, SlidingWindow | number>;
  readonly #seed = randomBytes(4).readUInt32LE();
  /** Made when it is first needed, which in quiet places is never. */
  #evicted: Evicted | undefined;
  #now = 0;

  constructor(policy: Policy, capacity = defaultMaxAddresses) {
    this.#policy = policy;
    this.#windows = new LRUCache({
      max: capacity,
      dispose: (window, key, reason) => {
        if (reason === 'evict') this.#remember(key, window);
      },
    });
  }

  /** Addresses that are counted one by one at the moment; never more than the capacity. */
  get size(): number {
    return this.#windows.size;
  }

  take(key: string, now: number): Decision {
    this.#now = now;
    const kept = this.#windows.get(key);
    const window = this.#windowOf(key, kept, now);
    const decision = window.take(now);
    const isOnlyOne = decision.admitted && decision.remaining === this.#policy.limit - 1;
    const left = isOnlyOne ? window.newest() : window;
    if (left !== kept) this.#windows.set(key, left);
    return decision;
  }

  peek(key: string, now: number): Decision {
    this.#now = now;
    return this.#windowOf(key, this.#windows.get(key), now).peek(now);
  }

  #windowOf(key: string, kept: SlidingWindow | number | undefined, now: number): SlidingWindow {
    if (kept === undefined) return this.#returning(key, now);
    return typeof kept === 'number' ? this.#afterOne(kept) : kept;
  }

  /** A window with one admission in it. */
  #afterOne(at: number): SlidingWindow {
    const window = new SlidingWindow(this.#policy);
    window.assume(1, at);
    return window;
  }

  /** A window for an address that may have been here before. */
  #returning(key: string, now: number): SlidingWindow {
    const window = new SlidingWindow(this.#policy);
    const bucket = this.#evicted ? this.#bucket(key) : 0;
    const at = this.#evicted?.at[bucket];
    if (at !== undefined && this.#stillCounts(at, now)) window.assume(this.#evicted?.used[bucket] ?? 0, at);
    return window;
  }

  #remember(key: string, kept: SlidingWindow | number): void {
    const window = typeof kept === 'number' ? this.#afterOne(kept) : kept;
    const used = window.used(this.#now);
    if (used === 0) return;
    this.#evicted ??= {
      used: new Uint32Array(bucketCount),
      at: new Float64Array(bucketCount).fill(Number.NEGATIVE_INFINITY),
    };
    const bucket = this.#bucket(key);
    const before = this.#evicted.at[bucket] ?? Number.NEGATIVE_INFINITY;
    const usedBefore = this.#stillCounts(before, this.#now) ? (this.#evicted.used[bucket] ?? 0) : 0;
    this.#evicted.used[bucket] = Math.max(used, usedBefore);
    this.#evicted.at[bucket] = Math.max(window.newest(), before);
  }

  #stillCounts(at: number, now: number): boolean {
    return now - at < this.#policy.seconds * 1000;
  }

  /** FNV-1a from a secret start, so that nobody can aim at a neighbour's bucket. */
  #bucket(key: string): number {
    let hash = this.#seed;
    for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
    return (hash ^ (hash >>> 15)) & (bucketCount - 1);
  }
}
