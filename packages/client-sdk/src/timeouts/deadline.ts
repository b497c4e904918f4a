/** The time by which a call must be complete. */
export class Deadline {
  readonly #at: number | undefined;

  /** @param deadline Milliseconds from now, a date, or undefined for no deadline. */
  constructor(deadline: number | Date | undefined) {
    const left = deadline instanceof Date ? deadline.getTime() - Date.now() : deadline;
    this.#at = left === undefined ? undefined : performance.now() + left;
  }

  /** Returns the remaining milliseconds: 0 or less after the deadline, Infinity without one. */
  left(): number {
    return this.#at === undefined ? Number.POSITIVE_INFINITY : this.#at - performance.now();
  }
}
