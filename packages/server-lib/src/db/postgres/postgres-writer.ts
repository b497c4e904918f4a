import { systemClock } from '../../base/clock.js';
import {
  applyJobs,
  assertOneOutcomeEach,
  groupByWrite,
  type Job,
  type Outcome,
  type WritesByName,
} from '../queue/jobs.js';
import type { WriteObserver } from '../queue/write-observer.js';
import { type PendingLimits, type WriteGroup, WriteQueue, type Writer } from '../queue/write-queue.js';
import type { PendingWrites } from '../store.js';
import { unavailableError } from '../store-error.js';
import type { CommitMarker } from './commit-marker.js';
import { isConflict, isPostgresUnavailable, RolledBackError, toPostgresFailure } from './postgres-errors.js';
import type { PostgresPool } from './postgres-pool.js';
import type { StatementRunner } from './run-statements.js';
import { inTransaction } from './transaction.js';

export interface PostgresWriterOptions {
  readonly pool: PostgresPool;
  readonly marker: CommitMarker;
  readonly runner: StatementRunner;
  readonly writes: WritesByName;
  readonly open: () => Promise<void>;
  /** How long a write may be repeated after conflicts, in milliseconds. */
  readonly lockTimeout: number;
  readonly maxPending?: PendingLimits | undefined;
  readonly observer?: WriteObserver | undefined;
}

/** Pauses before a transaction runs again, in milliseconds: up to the first, then the second … */
const retryPauses = [5, 20, 80, 320];

/** Commits groups of writes, one at a time: each run of one write is a transaction. */
export class PostgresWriter implements Writer {
  readonly #queue: WriteQueue;
  #closing: Promise<void> | undefined;

  constructor(private readonly options: PostgresWriterOptions) {
    const { maxPending, observer } = options;
    const send = (groups: readonly WriteGroup[]) => void this.#commitEach(groups);
    this.#queue = new WriteQueue({ send, maxInFlight: 1, maxPending, observer });
  }

  get pending(): PendingWrites {
    return this.#queue;
  }

  ready(): Promise<void> {
    return this.options.open();
  }

  submit(job: Job): Promise<unknown> {
    return this.#closing ? Promise.reject(unavailableError()) : this.#queue.add(job);
  }

  close(): Promise<void> {
    this.#closing ??= this.#queue.drained();
    return this.#closing;
  }

  async #commitEach(groups: readonly WriteGroup[]): Promise<void> {
    for (const group of groups) await this.#commit(group);
  }

  async #commit({ jobs, oldestSince }: WriteGroup): Promise<void> {
    try {
      await this.options.open();
    } catch (error) {
      this.#queue.refuseAll(unavailableError(error));
      return;
    }
    const deadline = oldestSince + this.options.lockTimeout;
    const outcomes: Outcome[] = [];
    for (const run of this.#transactions(jobs)) outcomes.push(...(await this.#commitRun(run, deadline)));
    this.#queue.settle(outcomes);
  }

  /**
   * Divides jobs into groups that one transaction applies. Only a batch write locks for all of its inputs at once, in
   * the order that prevents deadlocks.
   */
  #transactions(jobs: readonly Job[]): (readonly Job[])[] {
    const { writes } = this.options;
    return groupByWrite(jobs).flatMap((run) =>
      writes.get(run[0]?.name ?? '')?.isBatch ? [run] : run.map((job) => [job]),
    );
  }

  /** Commits jobs of one write. If one of them fails, divides them, so that the others are committed. */
  async #commitRun(run: readonly Job[], deadline: number): Promise<Outcome[]> {
    try {
      const values = await this.#applyWithRetries(run, deadline);
      return values.map((value) => ({ value }));
    } catch (error) {
      if (run.length === 1 || isPostgresUnavailable(error))
        return run.map(() => ({ failure: toPostgresFailure(error) }));
      const middle = run.length >> 1;
      return [
        ...(await this.#commitRun(run.slice(0, middle), deadline)),
        ...(await this.#commitRun(run.slice(middle), deadline)),
      ];
    }
  }

  async #applyWithRetries(run: readonly Job[], deadline: number): Promise<unknown[]> {
    for (let attempt = 0; ; attempt++) {
      try {
        // The connection may have lost its prepared statements, so a repetition does not use prepared statements.
        return await this.#apply(run, attempt === 0);
      } catch (error) {
        const mayRepeat = isConflict(error) || error instanceof RolledBackError;
        const longest = retryPauses[attempt];
        if (!mayRepeat || longest === undefined || systemClock.elapsed() + longest > deadline) throw error;
        // Random, so that transactions that have conflicted do not conflict again.
        await systemClock.pause(Math.random() * longest);
      }
    }
  }

  #apply(run: readonly Job[], prepare: boolean): Promise<unknown[]> {
    const { pool, marker, runner, writes } = this.options;
    const { write, operation } = applyJobs(writes, run);
    return inTransaction(
      pool,
      async (pipeline) => {
        const values = await runner.runOperation(pipeline, operation);
        assertOneOutcomeEach(write.name, values, run.length);
        return values;
      },
      { marker, byIndex: write.isBatch, prepare: prepare && write.isBatch },
    );
  }
}
