import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { LimiterStore } from './store.js';
import { type Decision, type Policy, SlidingWindow } from './window.js';

/** Windows kept exactly; 30 admissions take 240 bytes. */
const defaultCapacity = 100_000;

/** Buckets that remember what was evicted; a power of two. */
const bucketCount = 2 ** 18;

/**
 * Counts in this process, in bounded memory. The address that has been quiet longest is evicted, and what it had used
 * up is remembered in the bucket its hash falls into, pessimistically: an address that comes back starts with the most
 * that any evicted neighbour had used. So a flood of forged addresses never frees one that is blocked.
 */
export class MemoryStore implements LimiterStore {
  readonly #policy: Policy;
  readonly #windows: LRUCache<string, SlidingWindow>;
  readonly #seed = randomBytes(4).readUInt32LE();
  readonly #evictedCount = new Uint16Array(bucketCount);
  readonly #evictedAt = new Float64Array(bucketCount).fill(Number.NEGATIVE_INFINITY);
  #now = 0;

  constructor(policy: Policy, capacity = defaultCapacity) {
    this.#policy = policy;
    this.#windows = new LRUCache({
      max: capacity,
      dispose: (window, key, reason) => {
        if (reason === 'evict') this.#remember(key, window);
      },
    });
  }

  take(key: string, now: number): Decision {
    this.#now = now;
    return this.#window(key, now).take(now);
  }

  peek(key: string, now: number): Decision {
    this.#now = now;
    return (this.#windows.get(key) ?? this.#returning(key, now)).peek(now);
  }

  #window(key: string, now: number): SlidingWindow {
    let window = this.#windows.get(key);
    if (!window) {
      window = this.#returning(key, now);
      this.#windows.set(key, window);
    }
    return window;
  }

  /** A window for an address that may have been here before. */
  #returning(key: string, now: number): SlidingWindow {
    const window = new SlidingWindow(this.#policy);
    const bucket = this.#bucket(key);
    const at = this.#evictedAt[bucket] ?? Number.NEGATIVE_INFINITY;
    if (now - at < this.#policy.seconds * 1000) window.assume(this.#evictedCount[bucket] ?? 0, at);
    return window;
  }

  #remember(key: string, window: SlidingWindow): void {
    const used = window.used(this.#now);
    if (used === 0) return;
    const bucket = this.#bucket(key);
    const before = this.#evictedAt[bucket] ?? Number.NEGATIVE_INFINITY;
    const stillCounts = this.#now - before < this.#policy.seconds * 1000;
    this.#evictedCount[bucket] = Math.max(used, stillCounts ? (this.#evictedCount[bucket] ?? 0) : 0);
    this.#evictedAt[bucket] = Math.max(window.newest(), before);
  }

  /** FNV-1a from a secret start, so that nobody can aim at a neighbour's bucket. */
  #bucket(key: string): number {
    let hash = this.#seed;
    for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
    return (hash ^ (hash >>> 15)) & (bucketCount - 1);
  }
}
