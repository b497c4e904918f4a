import type { Decision, Policy } from './sliding-window.js';

/** Admissions at about the same time. */
interface Bucket {
  readonly since: number;
  /** The time of the last admission. All admissions of the bucket leave the window at its end. */
  last: number;
  count: number;
}

/**
 * A sliding window for large limits. Admissions at about the same time share a bucket and leave the window together, with the
 * last of them. So it never admits more than `limit` in any period of `seconds`, and sometimes a few less. It has about sixty
 * buckets for any limit.
 */
export class BucketWindow {
  readonly #buckets: Bucket[] = [];
  readonly #limit: number;
  readonly #span: number;
  /** The time that one bucket covers, in microseconds. */
  readonly #width: number;
  #used = 0;
  #now = Number.NEGATIVE_INFINITY;

  constructor({ limit, seconds }: Policy) {
    this.#limit = limit;
    this.#span = seconds * 1_000_000;
    this.#width = this.#span / 60;
  }

  /** Admits a request at `now`, in milliseconds, if the limit allows it. A rejected request is not counted. */
  take(now: number): Decision {
    const at = this.#moveTo(now);
    const admitted = this.#used < this.#limit;
    if (admitted) this.#add(at);
    const oldest = this.#buckets[0];
    const resetSeconds = oldest ? Math.ceil((oldest.last + this.#span - at) / 1_000_000) : 0;
    return {
      admitted,
      remaining: this.#limit - this.#used,
      resetSeconds,
      retryAfterSeconds: admitted ? 0 : resetSeconds,
    };
  }

  /** Removes the buckets that have left the window. Returns the time in microseconds, which never goes back. */
  #moveTo(now: number): number {
    this.#now = Math.max(this.#now, Math.round(now * 1000));
    for (let oldest = this.#buckets[0]; oldest && this.#now - oldest.last >= this.#span; oldest = this.#buckets[0]) {
      this.#used -= oldest.count;
      this.#buckets.shift();
    }
    return this.#now;
  }

  #add(at: number): void {
    this.#used++;
    const newest = this.#buckets.at(-1);
    if (newest && at - newest.since < this.#width) {
      newest.last = at;
      newest.count++;
    } else {
      this.#buckets.push({ since: at, last: at, count: 1 });
    }
  }
}
