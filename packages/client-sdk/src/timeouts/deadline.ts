/** When a call has to be done. */
export class Deadline {
  readonly #at: number | undefined;

  /** In so many milliseconds, at a moment, or never. */
  constructor(deadline: number | Date | undefined) {
    const left = deadline instanceof Date ? deadline.getTime() - Date.now() : deadline;
    this.#at = left === undefined ? undefined : performance.now() + left;
  }

  /** Milliseconds; not above 0 once it is past, and Infinity without one. */
  left(): number {
    return this.#at === undefined ? Number.POSITIVE_INFINITY : this.#at - performance.now();
  }
}
