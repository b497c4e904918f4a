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
export const largestGroup = 2_000;
/**
 * So many are worth a commit of their own, even while another is under way. Where the disk is quick, short groups keep
 * host and writer at work side by side; the more milliseconds it takes, the fewer commits are best.
 */
const fullGroup = { perMillisecond: 32, atLeast: 32, atFirst: 64 };

/** Writes that came further apart, in milliseconds, are no group: it is refused as a whole when its oldest's patience ends. */
const sameAge = 250;

interface Waiting {
  readonly job: Job;
  /** When it came, by the clock that never goes back. */
  readonly since: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Writes that are sent together. */
export interface WriteGroup {
  readonly jobs: readonly Job[];
  /** When the oldest of them came, so that none waits out the patience twice. */
  readonly since: number;
}

interface UnderWay extends WriteGroup {
  readonly entries: readonly Waiting[];
}

export interface WriteQueueOptions {
  /** Starts a group, if it can; {@link WriteQueue.settle} ends the oldest ones, {@link WriteQueue.refuse} any. */
  readonly send: (group: WriteGroup) => void;
  /** How many groups may be under way: with several, whoever commits has the next ones at hand. */
  readonly mostUnderWay: number;
}

/**
 * The writes that wait and those under way. While a group commits, the next one forms. The first write of a group waits
 * until the loop has handed out what came in with it, unless the group is full before.
 */
export class WriteQueue {
  #waiting: Waiting[] = [];
  #underWay: UnderWay[] = [];
  #scheduled = false;
  #full = fullGroup.atFirst;
  #idle: (() => void)[] = [];

  constructor(private readonly options: WriteQueueOptions) {}

  get busy(): boolean {
    return this.#underWay.length > 0 || this.#waiting.length > 0;
  }

  add(job: Job): Promise<unknown> {
    if (this.#waiting.length >= longestQueue) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, since: performance.now(), resolve, reject });
      if (this.#waiting.length >= this.#full) this.next();
      else this.#schedule();
    });
  }

  /** Sends what waits, unless a group is under way and this would be a short one behind it. */
  next(): void {
    if (!this.busy) {
      for (const resolve of this.#idle.splice(0)) resolve();
      return;
    }
    const behind = this.#underWay.length;
    if (behind >= this.options.mostUnderWay || this.#waiting.length < (behind === 0 ? 1 : this.#full)) return;
    const entries = this.#waiting.splice(0, this.#ofOneAge());
    const group = { jobs: entries.map(({ job }) => job), since: entries[0]?.since ?? performance.now(), entries };
    this.#underWay.push(group);
    this.options.send(group);
  }

  /** How many of those that wait may be one group. */
  #ofOneAge(): number {
    const latest = (this.#waiting[0]?.since ?? 0) + sameAge;
    const isLater = ({ since }: Waiting): boolean => since > latest;
    const last = this.#waiting.at(-1);
    const count = last && isLater(last) ? this.#waiting.findIndex(isLater) : this.#waiting.length;
    return Math.min(count, largestGroup);
  }

  /**
   * The oldest group has come to its end, with as many behind it as there are outcomes for. `synced`: how many milliseconds
   * the disk took for that.
   */
  settle(outcomes: readonly Outcome[], synced?: number): void {
    if (synced !== undefined) this.#full = Math.max(fullGroup.atLeast, synced * fullGroup.perMillisecond);
    let at = 0;
    do {
      for (const { resolve, reject } of this.#underWay.shift()?.entries ?? []) {
        const outcome = outcomes[at++];
        if (outcome === undefined) reject(unavailable());
        else if ('value' in outcome) resolve(outcome.value);
        else reject(fromFailure(outcome.failure));
      }
    } while (at < outcomes.length && this.#underWay.length > 0);
    this.next();
  }

  /** A group could not be sent. */
  refuse(group: WriteGroup, error: Error): void {
    const at = this.#underWay.findIndex(({ jobs }) => jobs === group.jobs);
    for (const entry of this.#underWay.splice(at, at < 0 ? 0 : 1)[0]?.entries ?? []) entry.reject(error);
    this.next();
  }

  /** What is under way is lost: nobody can say what became of it. */
  abandon(error: Error): void {
    for (const { entries } of this.#underWay.splice(0)) for (const entry of entries) entry.reject(error);
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
