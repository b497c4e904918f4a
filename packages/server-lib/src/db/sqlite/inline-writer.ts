import { systemClock } from '../../base/clock.js';
import type { Job, WritesByName } from '../queue/jobs.js';
import type { WriteObserver } from '../queue/write-observer.js';
import { type PendingLimits, type WriteGroup, WriteQueue, type Writer } from '../queue/write-queue.js';
import type { PendingWrites } from '../store.js';
import { unavailableError } from '../store-error.js';
import { type Committer, createCommitter } from './commit-group.js';
import type { Connection } from './connection.js';
import { createDeletedDataEraser, type DeletedDataEraser } from './erase-deleted.js';
import { explainOpenFailure } from './explain-open-failure.js';
import { retryWhileBusy } from './lock-timeout.js';
import { HandleInTransactionError } from './sqlite-errors.js';

export interface InlineWriterOptions {
  /** The name of the database in error messages. */
  readonly file: string;
  /** Called before each attempt to open the database. Throws to prevent it. */
  readonly beforeOpen: () => void;
  readonly open: () => Connection;
  readonly writes: WritesByName;
  readonly lockTimeout: number;
  readonly maxPending?: PendingLimits | undefined;
  readonly observer?: WriteObserver | undefined;
}

/** Commits in the thread of the caller, one group at a time: for databases in memory, and for hosts without threads. */
export class InlineWriter implements Writer {
  readonly #queue: WriteQueue;
  #opened: Promise<Connection> | undefined;
  #committer: Committer | undefined;
  #erasure: DeletedDataEraser | undefined;
  #closing: Promise<void> | undefined;

  constructor(private readonly options: InlineWriterOptions) {
    const { maxPending, observer } = options;
    const send = (groups: readonly WriteGroup[]) => void this.#commitEach(groups);
    this.#queue = new WriteQueue({ send, maxInFlight: 1, maxPending, observer });
  }

  get pending(): PendingWrites {
    return this.#queue;
  }

  /** Returns the connection, which is also used to read. Opens it if necessary. */
  connect(): Promise<Connection> {
    this.#opened ??= this.#open().catch((error: unknown) => {
      this.#opened = undefined;
      throw explainOpenFailure(this.options.file, error);
    });
    return this.#opened;
  }

  async #open(): Promise<Connection> {
    this.options.beforeOpen();
    return retryWhileBusy(this.options.lockTimeout, this.options.open);
  }

  async ready(): Promise<void> {
    await this.connect();
  }

  submit(job: Job): Promise<unknown> {
    return this.#closing ? Promise.reject(unavailableError()) : this.#queue.add(job);
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #finish(): Promise<void> {
    await this.#queue.drained();
    const connection = await this.#opened?.catch(() => undefined);
    this.#erasure?.finish();
    connection?.database.close();
  }

  #createCommitter(connection: Connection): Committer {
    const erasure = createDeletedDataEraser(connection.database);
    this.#erasure = erasure;
    return createCommitter(connection, this.options.writes, erasure.schedule);
  }

  async #commitEach(groups: readonly WriteGroup[]): Promise<void> {
    for (const group of groups) await this.#commit(group);
  }

  async #commit({ jobs, oldestSince }: WriteGroup): Promise<void> {
    let connection: Connection;
    try {
      connection = await this.connect();
    } catch (error) {
      this.#queue.refuseAll(unavailableError(error));
      return;
    }
    this.#committer ??= this.#createCommitter(connection);
    const group = this.#committer(jobs);
    try {
      await retryWhileBusy(this.options.lockTimeout - (systemClock.elapsed() - oldestSince), () => {
        if (connection.database.inTransaction) throw new HandleInTransactionError();
        while (group.outcomes.length < jobs.length) group.commit();
      });
    } catch (error) {
      group.fail(error, jobs.length);
    }
    this.#queue.settle(group.outcomes);
  }
}
