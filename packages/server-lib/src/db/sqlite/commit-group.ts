import { runOperation } from '../operation.js';
import {
  applyJobs,
  assertOneOutcomeEach,
  groupByWrite,
  type Job,
  type Outcome,
  type WritesByName,
} from '../queue/jobs.js';
import type { Connection } from './connection.js';
import { assertDurable } from './open-database.js';
import { createTransactionRunner } from './sqlite-driver.js';
import { isBusy, isSqliteUnavailable, toSqliteFailure } from './sqlite-errors.js';

/** Writes that are committed together. */
export interface JobGroup {
  /** The outcomes of the settled jobs, in order. */
  readonly outcomes: readonly Outcome[];
  /**
   * Commits the remaining jobs. If one of them fails, divides them, so that the next calls commit the others.
   *
   * @throws Error if the database is locked.
   */
  commit(): void;
  /** Fails the unsettled jobs among the first `count` jobs. The other jobs can still be committed. */
  fail(error: unknown, count: number): void;
}

export type Committer = (jobs: readonly Job[]) => JobGroup;

/**
 * Creates a function that commits jobs with a connection.
 *
 * @param onErased Called after a commit that deleted personal data.
 */
export function createCommitter(connection: Connection, writes: WritesByName, onErased = () => {}): Committer {
  const { database } = connection;
  const transaction = createTransactionRunner(database);
  let isProvenDurable = false;
  let hasErased = false;

  function applyAll(jobs: readonly Job[]): Outcome[] {
    const outcomes = groupByWrite(jobs).flatMap(applyRun);
    if (!isProvenDurable) assertDurable(database);
    return outcomes;
  }

  function applyRun(run: readonly Job[]): Outcome[] {
    const { write, operation } = applyJobs(writes, run);
    const values = runOperation(operation, connection.execute);
    assertOneOutcomeEach(write.name, values, run.length);
    if (write.erases && values.some((value) => write.erases?.(value))) hasErased = true;
    return values.map((value) => ({ value }));
  }

  return (jobs) => {
    const remaining: (readonly Job[])[] = [jobs];
    const outcomes: Outcome[] = [];

    function settle(batch: readonly Job[]): void {
      hasErased = false;
      try {
        outcomes.push(...transaction(() => applyAll(batch)));
        isProvenDurable = true;
        if (hasErased) onErased();
      } catch (error) {
        if (isBusy(error)) throw error;
        if (batch.length > 1 && !isSqliteUnavailable(error)) {
          // One of them failed, so all were rolled back. Try each half on its own.
          const middle = batch.length >> 1;
          remaining.splice(1, 0, batch.slice(0, middle), batch.slice(middle));
          return;
        }
        outcomes.push(...batch.map(() => ({ failure: toSqliteFailure(error) })));
      }
    }

    return {
      outcomes,
      commit() {
        const [batch] = remaining;
        if (!batch) return;
        settle(batch);
        remaining.shift();
      },
      fail(error, count) {
        let refused = count - outcomes.length;
        while (refused > 0) {
          const batch = remaining.shift();
          if (!batch) return;
          outcomes.push(...batch.slice(0, refused).map(() => ({ failure: toSqliteFailure(error) })));
          if (batch.length > refused) remaining.unshift(batch.slice(refused));
          refused -= batch.length;
        }
      },
    };
  };
}
