/** Admits at most `limit` requests in any period of `seconds`. */
export interface Policy {
  readonly limit: number;
  readonly seconds: number;
}

/** The decision about a request. */
export interface Decision {
  readonly admitted: boolean;
  /** The number of further requests that would be admitted now. */
  readonly remaining: number;
  /** Seconds until `remaining` increases, rounded up. 0 if the whole limit is available. */
  readonly resetSeconds: number;
  /** Seconds after which a repeated request is admitted, rounded up. 0 if this one was admitted. */
  readonly retryAfterSeconds: number;
}

/** Returns integer microseconds, since sums of fractions of milliseconds are not exact. */
const toMicros = (milliseconds: number): number => Math.round(milliseconds * 1000);

/**
 * An exact sliding window: a ring buffer with the times of the last `limit` admissions. The next request is admitted when the
 * oldest of them has left the window. A fixed window or a leaky bucket can admit twice as many requests in a minute.
 */
export class SlidingWindow {
  /** The times of admissions. Grows up to the limit, then it is a ring buffer. */
  #times: number[] = [];
  readonly #limit: number;
  readonly #span: number;
  #oldest = 0;

  constructor(policy: Policy) {
    this.#limit = policy.limit;
    this.#span = policy.seconds * 1_000_000;
  }

  /** Admits a request at `now`, in milliseconds, if the limit allows it. A rejected request is not counted. */
  take(now: number): Decision {
    const at = toMicros(now);
    const admitted = this.#isFree(at);
    // If the clock goes back, an admission must not be older than the previous one.
    if (admitted) this.#add(Math.max(at, this.#newest()));
    return this.#toDecision(admitted, at);
  }

  /** Returns the decision of `take` without counting a request. */
  peek(now: number): Decision {
    const at = toMicros(now);
    return this.#toDecision(this.#isFree(at), at);
  }

  /** Returns the times of the last admissions, ascending, in milliseconds. */
  times(): number[] {
    return this.#inOrder().map((time) => time / 1000);
  }

  #inOrder(): number[] {
    return [...this.#times.slice(this.#oldest), ...this.#times.slice(0, this.#oldest)];
  }

  /** Removes an admission at `at`, if there is one. */
  remove(at: number): void {
    const inOrder = this.#inOrder();
    const index = inOrder.indexOf(toMicros(at));
    if (index === -1) return;
    this.#times = inOrder.toSpliced(index, 1);
    this.#oldest = 0;
  }

  /** Adds `count` admissions at `at`, which were counted elsewhere. */
  assume(count: number, at: number): void {
    for (let n = 0; n < count; n++) this.#add(toMicros(at));
  }

  /** Returns the time of the last admission, in milliseconds. */
  newest(): number {
    return this.#newest() / 1000;
  }

  /** Returns the number of admissions in the window that ends at `now`. */
  used(now: number): number {
    return this.#used(toMicros(now));
  }

  #newest(): number {
    const { length } = this.#times;
    return this.#times[(this.#oldest + length - 1) % length] ?? Number.NEGATIVE_INFINITY;
  }

  #used(now: number): number {
    let used = 0;
    for (const time of this.#times) if (now - time < this.#span) used++;
    return used;
  }

  #isFree(now: number): boolean {
    return this.#times.length < this.#limit || now - (this.#times[this.#oldest] ?? 0) >= this.#span;
  }

  #add(at: number): void {
    if (this.#times.length < this.#limit) {
      // `push` would allocate memory for many elements, and most addresses send one or two requests.
      this.#times = this.#times.concat(at);
    } else {
      this.#times[this.#oldest] = at;
      this.#oldest = (this.#oldest + 1) % this.#limit;
    }
  }

  #toDecision(admitted: boolean, now: number): Decision {
    const used = this.#used(now);
    const { length } = this.#times;
    const leavesNext = this.#times[(this.#oldest + length - used) % length] ?? now;
    const resetSeconds = used === 0 ? 0 : Math.ceil((leavesNext + this.#span - now) / 1_000_000);
    return {
      admitted,
      remaining: this.#limit - used,
      resetSeconds,
      retryAfterSeconds: admitted ? 0 : resetSeconds,
    };
  }
}
