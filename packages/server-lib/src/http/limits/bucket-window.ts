import type { Decision, Policy } from '../../db/windows/sliding-window.js';

/** Admitted requests that arrived close together. */
interface Bucket {
  readonly firstAt: number;
  /** The time of the last request. All requests of the bucket leave the window with it. */
  lastAt: number;
  count: number;
}

/**
 * A sliding window for large limits. Requests of about the same time share a bucket and leave the window together with the
 * last of them. At most `limit` requests are admitted in any `seconds`, sometimes slightly fewer. The window needs memory
 * for about sixty buckets, regardless of the limit.
 */
export class BucketWindow {
  readonly #buckets: Bucket[] = [];
  readonly #limit: number;
  readonly #span: number;
  /** The time that a bucket covers, in microseconds. */
  readonly #bucketWidth: number;
  #used = 0;
  #now = Number.NEGATIVE_INFINITY;

  constructor({ limit, seconds }: Policy) {
    this.#limit = limit;
    this.#span = seconds * 1_000_000;
    this.#bucketWidth = this.#span / 60;
  }

  /**
   * Counts a request, if it is admitted.
   *
   * @param now The current time in milliseconds.
   */
  take(now: number): Decision {
    const at = this.#advanceTo(now);
    const admitted = this.#used < this.#limit;
    if (admitted) this.#add(at);
    const oldest = this.#buckets[0];
    const resetSeconds = oldest ? Math.ceil((oldest.lastAt + this.#span - at) / 1_000_000) : 0;
    return {
      admitted,
      remaining: this.#limit - this.#used,
      resetSeconds,
      retryAfterSeconds: admitted ? 0 : resetSeconds,
    };
  }

  /** Returns the times in milliseconds at which requests leave the window after its length, ascending, with their numbers. */
  entries(): (readonly [time: number, count: number])[] {
    return this.#buckets.map(({ lastAt, count }) => [lastAt / 1000, count]);
  }

  /**
   * Removes the buckets that have left the window, and returns the time in microseconds: whole numbers add without rounding
   * errors. If the clock goes back, the time stays.
   */
  #advanceTo(now: number): number {
    this.#now = Math.max(this.#now, Math.round(now * 1000));
    for (let oldest = this.#buckets[0]; oldest && this.#now - oldest.lastAt >= this.#span; oldest = this.#buckets[0]) {
      this.#used -= oldest.count;
      this.#buckets.shift();
    }
    return this.#now;
  }

  #add(at: number): void {
    this.#used++;
    const newest = this.#buckets.at(-1);
    if (newest && at - newest.firstAt < this.#bucketWidth) {
      newest.lastAt = at;
      newest.count++;
    } else {
      this.#buckets.push({ firstAt: at, lastAt: at, count: 1 });
    }
  }
}
