import type { Worker } from 'node:worker_threads';
import { describeError, type Logger } from '../../../logger.js';
import { elapsed } from '../../../timers.js';
import type { PendingWrites } from '../../store.js';
import { StoreError, toCause, unavailableError } from '../store-error.js';
import { startThread, toStartError } from '../threads/start-thread.js';
import type { CommitRequest, ThreadOptions, WriterRequest, WriterResponse } from '../threads/thread-messages.js';
import type { Job } from './commit-group.js';
import { sharedNow } from './lock-timeout.js';
import { type PendingLimits, type WriteGroup, WriteQueue, type Writer } from './write-queue.js';

/** The worker commits all that are at hand as one, so that none waits for more than the commit under way. */
const maxInFlight = 32;

/** Milliseconds between attempts to start a worker that could not start. */
const restartDelay = 1_000;

export interface ThreadedWriterOptions {
  /** The worker's file; undefined for the one that is beside this code. */
  readonly writer: URL | string | undefined;
  /** What the worker is told. Asked for as it starts; may throw to refuse the opening. */
  readonly start: () => ThreadOptions;
  /** How long another process's lock is waited for, in milliseconds. */
  readonly lockTimeout: number;
  /** Runs before each attempt to open the database, and may throw to refuse it. */
  readonly beforeOpen: () => void;
  readonly logger: Logger;
  readonly maxPending?: PendingLimits | undefined;
}

/**
 * Commits in a worker thread, so that no sync, lock or slow disk stalls the host's event loop.
 * The thread starts with the first write or read. A worker that dies has its groups refused and another one started.
 */
export class ThreadedWriter implements Writer {
  readonly #queue: WriteQueue;
  #worker: Worker | undefined;
  /** The last attempt to start a worker; undefined before the first one. */
  #opening: Promise<void> | undefined;
  /** Why the last attempt failed. */
  #failure: Error | undefined;
  #open = false;
  /** What waits for the worker to open. */
  #unsent: WriteGroup[] = [];
  #closing: Promise<void> | undefined;
  #launchedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: ThreadedWriterOptions) {
    const { maxPending } = options;
    this.#queue = new WriteQueue({ send: (groups) => this.#send(groups), maxInFlight, maxPending });
  }

  get pending(): PendingWrites {
    return this.#queue;
  }

  ready(): Promise<void> {
    this.#revive();
    return this.#opening ?? Promise.reject(unavailableError());
  }

  submit(job: Job): Promise<unknown> {
    return this.#closing ? Promise.reject(unavailableError()) : this.#queue.add(job);
  }

  close(): Promise<void> {
    // Writes that came before the first worker started are still committed.
    if (this.#queue.busy) this.#revive();
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #finish(): Promise<void> {
    await this.#opening?.catch(() => {});
    await this.#queue.drained();
    const worker = this.#worker;
    if (!worker) return;
    const gone = new Promise((resolve) => worker.once('exit', resolve));
    worker.ref();
    worker.postMessage({ close: true } satisfies WriterRequest);
    await gone;
  }

  /** A worker that could not start is tried anew when it is asked for, though not by each of a flood of requests. */
  #revive(): void {
    if (this.#worker || this.#closing || elapsed() - this.#launchedAt < restartDelay) return;
    this.#launch();
  }

  #launch(): void {
    this.#launchedAt = elapsed();
    this.#failure = undefined;
    this.#opening = this.#startWorker();
    this.#opening.catch(() => {});
  }

  async #startWorker(): Promise<void> {
    const worker = this.#createWorker();
    this.#worker = worker;
    await new Promise<void>((resolve, reject) => {
      const fail = (error: Error): void => {
        this.#failure ??= error;
        reject(error);
      };
      worker.on('message', (message: WriterResponse) => {
        if ('outcomes' in message) {
          this.#queue.settle(message.outcomes);
          this.#letGo(worker);
        } else if ('ready' in message) {
          this.#open = true;
          this.#post(worker);
          resolve();
          this.#letGo(worker);
          this.#queue.next();
        } else {
          fail(new StoreError(message.openError, message.cause && { cause: toCause(message.cause) }));
        }
      });
      worker.on('error', (error) => {
        this.options.logger.error(describeError(error), 'The database writer failed.');
        fail(toStartError(error, this.options.writer));
      });
      worker.on('exit', () => {
        reject(unavailableError());
        this.#lose(worker);
      });
    });
  }

  #createWorker(): Worker {
    const { writer, start, beforeOpen } = this.options;
    try {
      beforeOpen();
      return startThread(writer, start());
    } catch (error) {
      this.#failure = toStartError(error, writer);
      throw this.#failure;
    }
  }

  /** A worker with nothing to do does not keep the host's process alive. */
  #letGo(worker: Worker): void {
    if (!this.#queue.busy) worker.unref();
  }

  /** The worker is gone: its groups are refused. What waits goes to the next worker, if this one had ever opened. */
  #lose(worker: Worker): void {
    if (this.#worker !== worker) return;
    const opened = this.#open;
    this.#open = false;
    this.#unsent = [];
    this.#worker = undefined;
    if (opened && !this.#closing) {
      this.options.logger.error({}, 'The database writer is gone and is started anew.');
      this.#queue.abandon(unavailableError());
      this.#launch();
    }
    if (!this.#worker) this.#queue.refuseAll(unavailableError(this.#failure));
  }

  #send(groups: readonly WriteGroup[]): void {
    this.#revive();
    const worker = this.#worker;
    if (!worker) {
      this.#queue.refuseAll(unavailableError(this.#failure));
      return;
    }
    worker.ref();
    this.#unsent.push(...groups);
    // Where it never opens, its exit refuses them.
    if (this.#open) this.#post(worker);
  }

  /** Groups go in the order in which they were sent, since the worker's outcomes don't name theirs. */
  #post(worker: Worker): void {
    if (this.#unsent.length === 0) return;
    const refused = this.#postTogether(worker, this.#unsent.splice(0));
    for (const { group, error } of refused) this.#queue.refuse(group, error);
    if (refused.length > 0) this.#letGo(worker);
  }

  /** One message, so that they are one commit. Gives those back that can't be copied to another thread. */
  #postTogether(worker: Worker, groups: readonly WriteGroup[]): { group: WriteGroup; error: Error }[] {
    try {
      worker.postMessage({ groups: groups.map((group) => this.#toCommit(group)) } satisfies WriterRequest);
      return [];
    } catch (error) {
      if (groups.length > 1) return groups.flatMap((group) => this.#postTogether(worker, [group]));
      return groups.map((group) => ({ group, error: error instanceof Error ? error : unavailableError(error) }));
    }
  }

  #toCommit({ jobs, oldestSince }: WriteGroup): CommitRequest {
    return { jobs, deadline: sharedNow() + this.options.lockTimeout - (elapsed() - oldestSince) };
  }
}
