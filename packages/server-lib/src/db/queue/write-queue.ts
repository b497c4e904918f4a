import { systemClock } from '../../base/clock.js';
import { OverloadError } from '../../base/errors.js';
import { afterMicrotasks } from '../../base/event-loop.js';
import { isObject } from '../../base/validation/objects.js';
import type { PendingWrites } from '../store.js';
import { toError, unavailableError } from '../store-error.js';
import type { Job, Outcome } from './jobs.js';
import type { WriteObserver } from './write-observer.js';

/** The length from which the bytes of a text are counted, because most characters can have two or more bytes. */
const longText = 256;

/** Accepts writes, and settles each when its group is durable. */
export interface Writer {
  ready(): Promise<void>;
  submit(job: Job): Promise<unknown>;
  readonly pending: PendingWrites;
  close(): Promise<void>;
}

/** The maximum number and size of unsettled writes. */
export interface PendingLimits {
  readonly writes: number;
  readonly bytes: number;
}

/** Beyond this, the disk cannot keep up: rejecting writes early is better than settling them late. */
const defaultPendingLimits: PendingLimits = { writes: 20_000, bytes: 64 * 1024 * 1024 };
/** The maximum size of a group. A worker that has received this many writes commits them before it receives more. */
export const maxGroupSize = 2_000;
/** A group of this size is sent while another one is committed, so that the host and the writer work at the same time. */
const fullGroupSize = 64;

/**
 * The maximum age difference of the writes of a group, in milliseconds. A group is refused as a whole when the lock timeout of
 * its oldest write ends.
 */
const maxAgeGap = 250;

interface QueuedWrite {
  readonly job: Job;
  readonly bytes: number;
  /** The time when it was added, on the monotonic clock. */
  readonly queuedAt: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Writes that are sent and committed together. */
export interface WriteGroup {
  readonly jobs: readonly Job[];
  /** The time when the lock timeout of the group starts: its oldest write was added then, or its piece of long work was sent. */
  readonly oldestSince: number;
  /** The time when it was sent. */
  readonly sentAt: number;
}

export interface WriteQueueOptions {
  /** Starts to commit groups. They end with {@link WriteQueue.settle} or {@link WriteQueue.refuse}. */
  readonly send: (groups: readonly WriteGroup[]) => void;
  /** The maximum number of groups in flight. With several, the worker can commit the next one at once. */
  readonly maxInFlight: number;
  readonly maxPending?: PendingLimits | undefined;
  readonly observer?: WriteObserver | undefined;
}

/**
 * Queues writes and groups them for commits (group commit). While a group is committed, the next one is collected. A
 * group is sent when the requests that continue together have added their writes, or as soon as it is full.
 *
 * A piece of long work is a separate group, and at most one is in flight. Writes that arrive during it wait for this
 * piece only.
 */
export class WriteQueue implements PendingWrites {
  #waiting: QueuedWrite[] = [];
  /** Pieces of long work that wait, oldest first. */
  readonly #pieces: QueuedWrite[] = [];
  /** The group of the piece that was sent last. */
  #piece: WriteGroup | undefined;
  /** The writes of the groups in flight, oldest group first. */
  readonly #inFlight = new Map<WriteGroup, readonly QueuedWrite[]>();
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
    for (const { oldestSince } of this.#inFlight.keys()) return oldestSince;
    // Pieces of long work wait for each other, however quick the disk is.
    return this.#waiting[0]?.queuedAt;
  }

  get busy(): boolean {
    return this.#inFlight.size > 0 || this.#oldestWaiting() !== undefined;
  }

  add(job: Job): Promise<unknown> {
    const { maxPending = defaultPendingLimits } = this.options;
    const bytes = estimateSize(job.input);
    if (this.#writes >= maxPending.writes || this.#bytes + bytes > maxPending.bytes)
      return Promise.reject(new OverloadError());
    this.#writes++;
    this.#bytes += bytes;
    return new Promise((resolve, reject) => {
      const queue = job.isPiece ? this.#pieces : this.#waiting;
      queue.push({ job, bytes, queuedAt: systemClock.elapsed(), resolve, reject });
      if (this.#waiting.length >= fullGroupSize) this.next();
      else this.#schedule();
    });
  }

  /**
   * Sends the queued writes. A group that is not full is only sent if no other group is in flight, except a piece of
   * long work.
   */
  next(): void {
    if (!this.busy) {
      for (const resolve of this.#idle.splice(0)) resolve();
      return;
    }
    const minSize = this.#inFlight.size === this.#countPieces() ? 1 : fullGroupSize;
    const groups: WriteGroup[] = [];
    while (this.#inFlight.size < this.options.maxInFlight) {
      const entries = this.#nextGroup(minSize);
      if (entries.length === 0) break;
      const sentAt = systemClock.elapsed();
      const [oldest] = entries;
      const oldestSince = oldest && !oldest.job.isPiece ? oldest.queuedAt : sentAt;
      const group = { jobs: entries.map(({ job }) => job), oldestSince, sentAt };
      this.#inFlight.set(group, entries);
      if (oldest?.job.isPiece) this.#piece = group;
      groups.push(group);
    }
    if (groups.length > 0) this.options.send(groups);
  }

  /** Returns the number of pieces in flight. */
  #countPieces(): number {
    return this.#piece && this.#inFlight.has(this.#piece) ? 1 : 0;
  }

  #oldestWaiting(): QueuedWrite | undefined {
    const [write, piece] = [this.#waiting[0], this.#pieces[0]];
    return write && piece ? (piece.queuedAt < write.queuedAt ? piece : write) : (write ?? piece);
  }

  /**
   * Removes the writes of the next group from the waiting writes. Returns no writes if they have to wait for the groups
   * in flight.
   */
  #nextGroup(minSize: number): QueuedWrite[] {
    const hasGroup = this.#waiting.length >= minSize;
    const hasPiece = this.#pieces.length > 0 && this.#countPieces() === 0;
    if (hasPiece && (!hasGroup || this.#oldestWaiting()?.job.isPiece)) return this.#pieces.splice(0, 1);
    return hasGroup ? this.#waiting.splice(0, this.#nextGroupSize()) : [];
  }

  /** Returns the number of queued writes that can form the next group. */
  #nextGroupSize(): number {
    const maxQueuedAt = (this.#waiting[0]?.queuedAt ?? 0) + maxAgeGap;
    const tooYoung = this.#waiting.findIndex(({ queuedAt }) => queuedAt > maxQueuedAt);
    return Math.min(tooYoung < 0 ? this.#waiting.length : tooYoung, maxGroupSize);
  }

  /** Settles the oldest groups that have an outcome for each write. */
  settle(outcomes: readonly Outcome[]): void {
    let at = 0;
    let failures = 0;
    for (const [group, entries] of this.#inFlight) {
      this.#inFlight.delete(group);
      this.#release(entries);
      this.options.observer?.settled(entries.length, systemClock.elapsed() - group.sentAt);
      for (const { resolve, reject } of entries) {
        const outcome = outcomes[at++];
        if (outcome && 'value' in outcome) {
          resolve(outcome.value);
          continue;
        }
        failures++;
        reject(outcome ? toError(outcome.failure) : unavailableError());
      }
      if (at >= outcomes.length) break;
    }
    if (failures > 0) this.options.observer?.failed(failures);
    this.next();
  }

  /** Rejects the writes of a group that could not be sent. */
  refuse(group: WriteGroup, error: Error): void {
    const entries = this.#inFlight.get(group) ?? [];
    this.#inFlight.delete(group);
    this.#rejectAll(entries, error);
    this.next();
  }

  /** Rejects the writes in flight, whose outcome is unknown because the worker has ended. */
  abandon(error: Error): void {
    for (const entries of this.#inFlight.values()) this.#rejectAll(entries, error);
    this.#inFlight.clear();
  }

  /** Rejects all writes, queued and in flight. */
  refuseAll(error: Error): void {
    this.abandon(error);
    this.#rejectAll([...this.#waiting.splice(0), ...this.#pieces.splice(0)], error);
    this.next();
  }

  #rejectAll(entries: readonly QueuedWrite[], error: Error): void {
    this.#release(entries);
    for (const { reject } of entries) reject(error);
    if (entries.length > 0) this.options.observer?.failed(entries.length);
  }

  #release(entries: readonly QueuedWrite[]): void {
    this.#writes -= entries.length;
    for (const { bytes } of entries) this.#bytes -= bytes;
  }

  drained(): Promise<void> {
    if (!this.busy) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    afterMicrotasks(() => {
      this.#scheduled = false;
      this.next();
    });
  }
}

/** Estimates the size of a value in bytes, mainly of its strings and byte arrays. */
function estimateSize(value: unknown): number {
  if (typeof value === 'string') return value.length < longText ? value.length : Buffer.byteLength(value);
  if (ArrayBuffer.isView(value)) return value.byteLength;
  let size = 8;
  if (Array.isArray(value)) for (const item of value) size += estimateSize(item);
  else if (isObject(value)) for (const name in value) size += estimateSize(value[name]);
  return size;
}
