/** How many are admitted in how long: never more than `limit` in any `seconds`. */
export interface Policy {
  readonly limit: number;
  readonly seconds: number;
}

/** What became of a request that asked to be admitted. */
export interface Decision {
  readonly admitted: boolean;
  /** How many more would be admitted right now. */
  readonly remaining: number;
  /** Whole seconds until one more is admitted than now; 0 while nothing is used up. */
  readonly resetSeconds: number;
  /** Whole seconds after which a repeat is admitted; 0 when this one was. */
  readonly retryAfterSeconds: number;
}

/**
 * An exact sliding window: the times of the last `limit` admissions in a ring. One more is admitted when the oldest of
 * them has left the window. A fixed window or a leaky bucket would let twice as many through in some minute.
 */
export class SlidingWindow {
  /** A plain list of numbers, which is made several times faster than a typed one of this size. */
  readonly #times: number[];
  readonly #span: number;
  #oldest = 0;

  constructor(policy: Policy) {
    this.#times = new Array<number>(policy.limit).fill(Number.NEGATIVE_INFINITY);
    this.#span = policy.seconds * 1000;
  }

  /** Asks to be admitted at `now`, in milliseconds; a refusal leaves no trace. */
  take(now: number): Decision {
    const admitted = this.#isFree(now);
    // A clock that goes back must not make an admission look older than the one before it.
    if (admitted) this.#add(Math.max(now, this.newest()));
    return this.#decide(admitted, now);
  }

  /** What `take` would say, without asking to be admitted. */
  peek(now: number): Decision {
    return this.#decide(this.#isFree(now), now);
  }

  /** Counts `count` admissions at `at` that were known elsewhere. */
  assume(count: number, at: number): void {
    for (let n = 0; n < count; n++) this.#add(at);
  }

  /** When the last admission was. */
  newest(): number {
    const { length } = this.#times;
    return this.#times[(this.#oldest + length - 1) % length] ?? Number.NEGATIVE_INFINITY;
  }

  /** How many admissions are in the window that ends at `now`. */
  used(now: number): number {
    let used = 0;
    for (const time of this.#times) if (now - time < this.#span) used++;
    return used;
  }

  #isFree(now: number): boolean {
    return now - (this.#times[this.#oldest] ?? 0) >= this.#span;
  }

  #add(at: number): void {
    this.#times[this.#oldest] = at;
    this.#oldest = (this.#oldest + 1) % this.#times.length;
  }

  #decide(admitted: boolean, now: number): Decision {
    const used = this.used(now);
    const { length } = this.#times;
    const leavesNext = this.#times[(this.#oldest + length - used) % length] ?? now;
    const resetSeconds = used === 0 ? 0 : this.#secondsUntilLeft(leavesNext, now);
    return {
      admitted,
      remaining: length - used,
      resetSeconds,
      retryAfterSeconds: admitted ? 0 : resetSeconds,
    };
  }

  /** Whole seconds, so many that by the arithmetic of {@link take} itself the time has left the window. */
  #secondsUntilLeft(time: number, now: number): number {
    const seconds = Math.ceil((time + this.#span - now) / 1000);
    return now + seconds * 1000 - time >= this.#span ? seconds : seconds + 1;
  }
}
