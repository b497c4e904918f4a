import type { Timing } from './timing.js';

/** The time by which a call must be complete. */
export class Deadline {
  readonly #timing: Timing;
  readonly #at: number | undefined;

  /** @param deadline Milliseconds from now, a date, or undefined for no deadline. */
  constructor(timing: Timing, deadline: number | Date | undefined) {
    this.#timing = timing;
    const left = deadline instanceof Date ? deadline.getTime() - timing.now() : deadline;
    this.#at = left === undefined ? undefined : timing.elapsed() + left;
  }

  /** Returns the remaining milliseconds: 0 or less after the deadline, Infinity without one. */
  left(): number {
    return this.#at === undefined ? Number.POSITIVE_INFINITY : this.#at - this.#timing.elapsed();
  }
}
