import { runOperation, type Write } from '../../operation.js';
import type { Connection } from '../connection.js';
import { createTransactionRunner } from '../drivers/sqlite-driver.js';
import { assertDurable } from '../open-database.js';
import { type Failure, isBusy, isUnavailable, toFailure } from '../store-error.js';

/** A write to commit: the name of the operation and its input. */
export interface Job {
  readonly name: string;
  readonly input: never;
}

export type Outcome = { readonly value: unknown } | { readonly failure: Failure };

/** The registered writes, by name. The types of inputs are lost between threads. */
export type WritesByName = ReadonlyMap<string, Write<never, unknown>>;

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
  /** Fails those of the first `count` jobs that are not settled. The others can still be committed. */
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
    const name = run[0]?.name ?? '';
    const write = writes.get(name);
    if (!write) throw new Error(`There is no write named ${name}.`);
    const values = runOperation(write.apply(run.map((job) => job.input)), connection.execute);
    if (values.length !== run.length) {
      throw new Error(`${name} returned ${values.length} outcomes for ${run.length} inputs.`);
    }
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
        if (batch.length > 1 && !isUnavailable(error)) {
          // One of them failed, so all were rolled back. Try each half on its own.
          const middle = batch.length >> 1;
          remaining.splice(1, 0, batch.slice(0, middle), batch.slice(middle));
          return;
        }
        outcomes.push(...batch.map(() => ({ failure: toFailure(error) })));
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
          outcomes.push(...batch.slice(0, refused).map(() => ({ failure: toFailure(error) })));
          if (batch.length > refused) remaining.unshift(batch.slice(refused));
          refused -= batch.length;
        }
      },
    };
  };
}

/** Groups consecutive jobs of the same write. The order stays. */
function groupByWrite(jobs: readonly Job[]): Job[][] {
  const runs: Job[][] = [];
  for (const job of jobs) {
    const last = runs.at(-1);
    if (last?.[0]?.name === job.name) last.push(job);
    else runs.push([job]);
  }
  return runs;
}
