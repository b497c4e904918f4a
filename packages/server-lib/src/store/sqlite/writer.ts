import type { Job, Outcome } from './commit.js';
import { fromFailure, unavailable } from './failures.js';

/** Takes writes and settles each once its group is durable. */
export interface Writer {
  ready(): Promise<void>;
  submit(job: Job): Promise<unknown>;
  close(): Promise<void>;
}

/** More than this waiting means that the disk can't keep up: refusing early beats answering late. */
const longestQueue = 20_000;
const largestGroup = 2_000;

interface Waiting {
  readonly job: Job;
  /** When it came, by the clock that never goes back. */
  readonly since: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The writes that wait and those under way. While a group commits, the next one forms.
 * The first write of a group waits until the loop has handed out what came in with it.
 */
export class WriteQueue {
  #waiting: Waiting[] = [];
  #underWay: Waiting[] = [];
  #scheduled = false;
  #idle: (() => void)[] = [];

  /**
   * @param send starts a group, if it can; {@link settle} or {@link abandon} ends it. It is told for how many
   * milliseconds the oldest has waited already, so that none waits out the patience twice.
   */
  constructor(private readonly send: (jobs: Job[], waited: number) => void) {}

  get busy(): boolean {
    return this.#underWay.length > 0 || this.#waiting.length > 0;
  }

  add(job: Job): Promise<unknown> {
    if (this.#waiting.length >= longestQueue) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, since: performance.now(), resolve, reject });
      this.#schedule();
    });
  }

  /** Sends what waits, unless a group is under way. */
  next(): void {
    if (this.#underWay.length > 0) return;
    if (this.#waiting.length === 0) {
      for (const resolve of this.#idle.splice(0)) resolve();
      return;
    }
    this.#underWay = this.#waiting.splice(0, largestGroup);
    const oldest = this.#underWay[0]?.since ?? 0;
    this.send(
      this.#underWay.map((entry) => entry.job),
      performance.now() - oldest,
    );
  }

  /** The group under way has come to its end. */
  settle(outcomes: readonly Outcome[]): void {
    const entries = this.#underWay;
    this.#underWay = [];
    entries.forEach((entry, at) => {
      const outcome = outcomes[at];
      if (outcome === undefined) entry.reject(unavailable());
      else if ('value' in outcome) entry.resolve(outcome.value);
      else entry.reject(fromFailure(outcome.failure));
    });
    this.next();
  }

  /** The group under way is lost: nobody can say what became of it. */
  abandon(error: Error): void {
    const entries = this.#underWay;
    this.#underWay = [];
    for (const entry of entries) entry.reject(error);
  }

  /** Everything that waits is refused. */
  refuseAll(error: Error): void {
    this.abandon(error);
    for (const entry of this.#waiting.splice(0)) entry.reject(error);
    this.next();
  }

  drained(): Promise<void> {
    if (!this.busy) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #schedule(): void {
    if (this.#scheduled || this.#underWay.length > 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.next();
    });
  }
}
