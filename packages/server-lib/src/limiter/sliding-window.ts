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

/** Whole microseconds: what is added and taken away stays exact, which fractions of milliseconds do not. */
const toMicros = (milliseconds: number): number => Math.round(milliseconds * 1000);

/**
 * An exact sliding window: the times of the last `limit` admissions in a ring. One more is admitted when the oldest of
 * them has left the window. A fixed window or a leaky bucket would let twice as many through in some minute.
 */
export class SlidingWindow {
  /** As long as what has been admitted, since most addresses come once or twice; a ring as soon as it is full. */
  #times: number[] = [];
  readonly #limit: number;
  readonly #span: number;
  #oldest = 0;

  constructor(policy: Policy) {
    this.#limit = policy.limit;
    this.#span = policy.seconds * 1_000_000;
  }

  /** Asks to be admitted at `now`, in milliseconds; a refusal leaves no trace. */
  take(now: number): Decision {
    const at = toMicros(now);
    const admitted = this.#isFree(at);
    // A clock that goes back must not make an admission look older than the one before it.
    if (admitted) this.#add(Math.max(at, this.#newest()));
    return this.#decide(admitted, at);
  }

  /** What `take` would say, without asking to be admitted. */
  peek(now: number): Decision {
    const at = toMicros(now);
    return this.#decide(this.#isFree(at), at);
  }

  /** Counts `count` admissions at `at` that were known elsewhere. */
  assume(count: number, at: number): void {
    for (let n = 0; n < count; n++) this.#add(toMicros(at));
  }

  /** When the last admission was. */
  newest(): number {
    return this.#newest() / 1000;
  }

  /** How many admissions are in the window that ends at `now`. */
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
      // No longer than it has to be: a list that is pushed to makes room for many, and most addresses come once or twice.
      this.#times = this.#times.concat(at);
    } else {
      this.#times[this.#oldest] = at;
      this.#oldest = (this.#oldest + 1) % this.#limit;
    }
  }

  #decide(admitted: boolean, now: number): Decision {
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
