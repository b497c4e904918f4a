import type { Worker } from 'node:worker_threads';
import { systemClock } from '../../base/clock.js';
import { describeError, type Logger } from '../../base/logger.js';
import type { Job } from '../queue/jobs.js';
import type { WriteObserver } from '../queue/write-observer.js';
import { type PendingLimits, type WriteGroup, WriteQueue, type Writer } from '../queue/write-queue.js';
import type { PendingWrites } from '../store.js';
import { StoreError, toCause, unavailableError } from '../store-error.js';
import { startThread, toStartError } from '../threads/start-thread.js';
import { sharedNow } from './lock-timeout.js';
import type { CommitRequest, ThreadOptions, WriterRequest, WriterResponse } from './thread-messages.js';

/** The maximum number of groups that the worker has. It commits all of them together after the current commit. */
const maxInFlight = 32;

/** The minimum time between two attempts to start a worker, in milliseconds. */
const restartDelay = 1_000;

export interface ThreadedWriterOptions {
  /** The file of the worker. Undefined: the file next to this code. */
  readonly writer: URL | string | undefined;
  /** Returns the options of the worker when it starts. Throws to prevent it. */
  readonly start: () => ThreadOptions;
  /** How long to wait for the lock of another process, in milliseconds. */
  readonly lockTimeout: number;
  /** Called before each attempt to open the database. Throws to prevent it. */
  readonly beforeOpen: () => void;
  readonly logger: Logger;
  readonly maxPending?: PendingLimits | undefined;
  readonly observer?: WriteObserver | undefined;
}

/**
 * Commits in a worker thread, so that locks and slow disks do not block the event loop. The thread starts with the first write
 * or read. If it exits, the groups in flight are rejected and another thread is started.
 */
export class ThreadedWriter implements Writer {
  readonly #queue: WriteQueue;
  #worker: Worker | undefined;
  /** The last attempt to start a worker. */
  #opening: Promise<void> | undefined;
  /** The reason why the last attempt failed. */
  #failure: Error | undefined;
  #open = false;
  /** Groups that are sent when the worker has opened the database. */
  #unsent: WriteGroup[] = [];
  #closing: Promise<void> | undefined;
  #launchedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: ThreadedWriterOptions) {
    const { maxPending, observer } = options;
    this.#queue = new WriteQueue({ send: (groups) => this.#send(groups), maxInFlight, maxPending, observer });
  }

  get pending(): PendingWrites {
    return this.#queue;
  }

  ready(): Promise<void> {
    this.#ensureWorker();
    return this.#opening ?? Promise.reject(unavailableError());
  }

  submit(job: Job): Promise<unknown> {
    return this.#closing ? Promise.reject(unavailableError()) : this.#queue.add(job);
  }

  close(): Promise<void> {
    // Commits writes that were added before the first worker started.
    if (this.#queue.busy) this.#ensureWorker();
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #finish(): Promise<void> {
    await this.#opening?.catch(() => {});
    await this.#queue.drained();
    const worker = this.#worker;
    if (!worker) return;
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    worker.ref();
    worker.postMessage({ close: true } satisfies WriterRequest);
    await exited;
  }

  /** Starts a worker if no worker runs, at most once per `restartDelay`. */
  #ensureWorker(): void {
    if (this.#worker || this.#closing || systemClock.elapsed() - this.#launchedAt < restartDelay) return;
    this.#launch();
  }

  #launch(): void {
    this.#launchedAt = systemClock.elapsed();
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
          this.#unrefIfIdle(worker);
        } else if ('ready' in message) {
          this.#open = true;
          this.#post(worker);
          resolve();
          this.#unrefIfIdle(worker);
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
        this.#handleExit(worker);
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

  /** Lets the process exit while the worker is idle. */
  #unrefIfIdle(worker: Worker): void {
    if (!this.#queue.busy) worker.unref();
  }

  /** Handles the exit of a worker: rejects its groups, and starts another one if this one had opened the database. */
  #handleExit(worker: Worker): void {
    if (this.#worker !== worker) return;
    const opened = this.#open;
    this.#open = false;
    this.#unsent = [];
    this.#worker = undefined;
    if (opened && !this.#closing) {
      this.options.logger.error({}, 'The database writer exited and is restarted.');
      this.#queue.abandon(unavailableError());
      this.#launch();
    }
    if (!this.#worker) this.#queue.refuseAll(unavailableError(this.#failure));
  }

  #send(groups: readonly WriteGroup[]): void {
    this.#ensureWorker();
    const worker = this.#worker;
    if (!worker) {
      this.#queue.refuseAll(unavailableError(this.#failure));
      return;
    }
    worker.ref();
    this.#unsent.push(...groups);
    // If it never opens the database, the groups are rejected when it exits.
    if (this.#open) this.#post(worker);
  }

  /** Posts the unsent groups in order, since the outcomes of the worker have the same order. */
  #post(worker: Worker): void {
    if (this.#unsent.length === 0) return;
    const refused = this.#postGroups(worker, this.#unsent.splice(0));
    for (const { group, error } of refused) this.#queue.refuse(group, error);
    if (refused.length > 0) this.#unrefIfIdle(worker);
  }

  /**
   * Posts groups in one message, so that they share a commit. Returns the groups that cannot be copied to the thread.
   */
  #postGroups(worker: Worker, groups: readonly WriteGroup[]): { group: WriteGroup; error: Error }[] {
    try {
      worker.postMessage({ groups: groups.map((group) => this.#toRequest(group)) } satisfies WriterRequest);
      return [];
    } catch (error) {
      if (groups.length > 1) return groups.flatMap((group) => this.#postGroups(worker, [group]));
      return groups.map((group) => ({ group, error: error instanceof Error ? error : unavailableError(error) }));
    }
  }

  #toRequest({ jobs, oldestSince }: WriteGroup): CommitRequest {
    return { jobs, deadline: sharedNow() + this.options.lockTimeout - (systemClock.elapsed() - oldestSince) };
  }
}
