import { OverloadError } from '../../../errors.js';
import { elapsed, setImmediate } from '../../../timers.js';
import type { PendingWrites } from '../../store.js';
import { estimateSize } from '../read/estimate-size.js';
import { toError, unavailableError } from '../store-error.js';
import type { Job, Outcome } from './commit-group.js';

/** Takes writes and settles each once its group is durable. */
export interface Writer {
  ready(): Promise<void>;
  submit(job: Job): Promise<unknown>;
  readonly pending: PendingWrites;
  close(): Promise<void>;
}

/** How many writes may be unsettled, and how many bytes they may take. */
export interface PendingLimits {
  readonly writes: number;
  readonly bytes: number;
}

/** More than this unsettled means that the disk can't keep up: refusing early beats answering late. */
const defaultPendingLimits: PendingLimits = { writes: 20_000, bytes: 64 * 1024 * 1024 };
/** No group is larger, and a worker that has so many at hand looks for no more before it commits them. */
export const maxGroupSize = 2_000;
/** A group of this size is sent while another one is committed, so that the host and the writer work at the same time. */
const fullGroupSize = 64;

/**
 * Writes that came further apart than this, in milliseconds, share no group, since a group is refused as a whole as soon as
 * the patience of its oldest ends.
 */
const maxAgeGap = 250;

interface QueuedWrite {
  readonly job: Job;
  readonly bytes: number;
  /** When it came, by the clock that never goes back. */
  readonly queuedAt: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Writes that are sent together. */
export interface WriteGroup {
  readonly jobs: readonly Job[];
  /** When the oldest of them came, so that none waits out the patience twice. */
  readonly oldestSince: number;
}

export interface WriteQueueOptions {
  /** Starts groups, if it can, at best as one; {@link WriteQueue.settle} ends the oldest ones, {@link WriteQueue.refuse} any. */
  readonly send: (groups: readonly WriteGroup[]) => void;
  /** How many groups may be under way: with several, whoever commits has the next ones at hand. */
  readonly maxInFlight: number;
  readonly maxPending?: PendingLimits | undefined;
}

/**
 * The writes that wait and those under way. While a group commits, the next one forms. The first write of a group waits
 * until the loop has handed out what came in with it, unless the group is full before.
 */
export class WriteQueue implements PendingWrites {
  #waiting: QueuedWrite[] = [];
  /** Who waits for each group; the oldest group comes first. */
  readonly #underWay = new Map<WriteGroup, readonly QueuedWrite[]>();
  #scheduled = false;
  #idle: (() => void)[] = [];
  #writes = 0;
  #bytes = 0;

  constructor(private readonly options: WriteQueueOptions) {}

  get writes(): number {
    return this.#writes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get oldestSince(): number | undefined {
    for (const { oldestSince } of this.#underWay.keys()) return oldestSince;
    return this.#waiting[0]?.queuedAt;
  }

  get busy(): boolean {
    return this.#underWay.size > 0 || this.#waiting.length > 0;
  }

  add(job: Job): Promise<unknown> {
    const { maxPending: most = defaultPendingLimits } = this.options;
    const bytes = estimateSize(job.input);
    if (this.#writes >= most.writes || this.#bytes + bytes > most.bytes) return Promise.reject(new OverloadError());
    this.#writes++;
    this.#bytes += bytes;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, bytes, queuedAt: elapsed(), resolve, reject });
      if (this.#waiting.length >= fullGroupSize) this.next();
      else this.#schedule();
    });
  }

  /** Sends what waits, as one message; a short group only where none is under way. */
  next(): void {
    if (!this.busy) {
      for (const resolve of this.#idle.splice(0)) resolve();
      return;
    }
    const least = this.#underWay.size === 0 ? 1 : fullGroupSize;
    const groups: WriteGroup[] = [];
    while (this.#waiting.length >= least && this.#underWay.size < this.options.maxInFlight) {
      const entries = this.#waiting.splice(0, this.#ofOneAge());
      const group = { jobs: entries.map(({ job }) => job), oldestSince: entries[0]?.queuedAt ?? elapsed() };
      this.#underWay.set(group, entries);
      groups.push(group);
    }
    if (groups.length > 0) this.options.send(groups);
  }

  /** How many of those that wait may be one group. */
  #ofOneAge(): number {
    const latest = (this.#waiting[0]?.queuedAt ?? 0) + maxAgeGap;
    const young = this.#waiting.findIndex(({ queuedAt }) => queuedAt > latest);
    return Math.min(young < 0 ? this.#waiting.length : young, maxGroupSize);
  }

  /** Settles the oldest groups that have an outcome for each write. */
  settle(outcomes: readonly Outcome[]): void {
    let at = 0;
    for (const [group, entries] of this.#underWay) {
      this.#underWay.delete(group);
      this.#forget(entries);
      for (const { resolve, reject } of entries) {
        const outcome = outcomes[at++];
        if (outcome === undefined) reject(unavailableError());
        else if ('value' in outcome) resolve(outcome.value);
        else reject(toError(outcome.failure));
      }
      if (at >= outcomes.length) break;
    }
    this.next();
  }

  /** A group could not be sent. */
  refuse(group: WriteGroup, error: Error): void {
    const entries = this.#underWay.get(group) ?? [];
    this.#underWay.delete(group);
    this.#rejectAll(entries, error);
    this.next();
  }

  /** What is under way is lost: nobody can say what became of it. */
  abandon(error: Error): void {
    for (const entries of this.#underWay.values()) this.#rejectAll(entries, error);
    this.#underWay.clear();
  }

  /** Everything that waits is refused. */
  refuseAll(error: Error): void {
    this.abandon(error);
    this.#rejectAll(this.#waiting.splice(0), error);
    this.next();
  }

  #rejectAll(entries: readonly QueuedWrite[], error: Error): void {
    this.#forget(entries);
    for (const { reject } of entries) reject(error);
  }

  #forget(entries: readonly QueuedWrite[]): void {
    this.#writes -= entries.length;
    for (const { bytes } of entries) this.#bytes -= bytes;
  }

  drained(): Promise<void> {
    if (!this.busy) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #schedule(): void {
    if (this.#scheduled || this.#underWay.size > 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.next();
    });
  }
}
