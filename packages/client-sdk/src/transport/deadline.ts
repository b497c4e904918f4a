/** When a call has to be done. */
export class Deadline {
  readonly #at: number;

  /** In so many milliseconds, at a moment, or never. */
  constructor(deadline: number | Date | undefined) {
    const left = deadline instanceof Date ? deadline.getTime() - Date.now() : deadline;
    this.#at = left === undefined ? Number.POSITIVE_INFINITY : performance.now() + left;
  }

  /** Milliseconds; not above 0 once it is past. */
  left(): number {
    return this.#at - performance.now();
  }
}
