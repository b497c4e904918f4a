import type { Decision, Policy } from './sliding-window.js';

/** Admissions that came close together. */
interface Bucket {
  readonly since: number;
  /** When the last of them came: all of them leave the window with it. */
  last: number;
  count: number;
}

/**
 * A sliding window for large limits. Admissions of about the same time share a bucket and leave the window together, with
 * the last of them: so never more than `limit` are admitted in any `seconds`, and at times a few less. It takes the memory
 * of some sixty buckets, whatever the limit is.
 */
export class BucketWindow {
  readonly #buckets: Bucket[] = [];
  readonly #limit: number;
  readonly #span: number;
  /** How much time one bucket covers. */
  readonly #width: number;
  #used = 0;
  #now = Number.NEGATIVE_INFINITY;

  constructor({ limit, seconds }: Policy) {
    this.#limit = limit;
    this.#span = seconds * 1_000_000;
    this.#width = this.#span / 60;
  }

  /** Asks to be admitted at `now`, in milliseconds; a refusal leaves no trace. */
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

  /** Lets go what has left the window. A clock that goes back moves nothing. Times are whole microseconds, which add exactly. */
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
