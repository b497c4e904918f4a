import { runOperation, type Write } from '../../operation.js';
import type { Connection } from '../connection.js';
import { createTransactionRunner } from '../drivers/sqlite-driver.js';
import { assertDurable } from '../open-database.js';
import { type Failure, isBusy, isUnavailable, toFailure } from '../store-error.js';

/** One write on its way: the operation's name and its input. */
export interface Job {
  readonly name: string;
  readonly input: never;
}

export type Outcome = { readonly value: unknown } | { readonly failure: Failure };

/** The writes a writer knows, by name. An input has the type its write was called with, which no thread boundary can tell. */
export type WritesByName = ReadonlyMap<string, Write<never, unknown>>;

/** Writes that are committed together. */
export interface JobGroup {
  /** What has become of the first of them, as far as that is settled. */
  readonly outcomes: readonly Outcome[];
  /**
   * Commits the next part: all that is left, unless one of it failed and took the others along. Throws only while the lock
   * can't be had.
   */
  commit(): void;
  /** Refuses what is left of the first so many jobs; the rest may still be committed. */
  fail(error: unknown, first: number): void;
}

export type Committer = (jobs: readonly Job[]) => JobGroup;

/** @param onErased Called after a commit that deleted people's data. */
export function createCommitter(connection: Connection, writes: WritesByName, onErased = () => {}): Committer {
  const { database } = connection;
  const transaction = createTransactionRunner(database);
  let proven = false;
  let erases = false;

  function applyAll(jobs: readonly Job[]): Outcome[] {
    const outcomes = groupByWrite(jobs).flatMap(applyRun);
    if (!proven) assertDurable(database);
    return outcomes;
  }

  function applyRun(run: readonly Job[]): Outcome[] {
    const name = run[0]?.name ?? '';
    const write = writes.get(name);
    if (!write) throw new Error(`The writer knows no write named ${name}.`);
    const values = runOperation(write.apply(run.map((job) => job.input)), connection.execute);
    if (values.length !== run.length) {
      throw new Error(`${name} gave ${values.length} outcomes for ${run.length} inputs.`);
    }
    if (write.erases && values.some((value) => write.erases?.(value))) erases = true;
    return values.map((value) => ({ value }));
  }

  return (jobs) => {
    const left: (readonly Job[])[] = [jobs];
    const outcomes: Outcome[] = [];

    function settle(batch: readonly Job[]): void {
      erases = false;
      try {
        outcomes.push(...transaction(() => applyAll(batch)));
        proven = true;
        if (erases) onErased();
      } catch (error) {
        if (isBusy(error)) throw error;
        if (batch.length > 1 && !isUnavailable(error)) {
          // One of them failed and took the others along: each half stands or falls by itself.
          const middle = batch.length >> 1;
          left.splice(1, 0, batch.slice(0, middle), batch.slice(middle));
          return;
        }
        outcomes.push(...batch.map(() => ({ failure: toFailure(error) })));
      }
    }

    return {
      outcomes,
      commit() {
        const [batch] = left;
        if (!batch) return;
        settle(batch);
        left.shift();
      },
      fail(error, first) {
        let refused = first - outcomes.length;
        while (refused > 0) {
          const batch = left.shift();
          if (!batch) return;
          outcomes.push(...batch.slice(0, refused).map(() => ({ failure: toFailure(error) })));
          if (batch.length > refused) left.unshift(batch.slice(refused));
          refused -= batch.length;
        }
      },
    };
  };
}

/** Neighbours of one write go together; their order among the others stays. */
function groupByWrite(jobs: readonly Job[]): Job[][] {
  const runs: Job[][] = [];
  for (const job of jobs) {
    const last = runs.at(-1);
    if (last?.[0]?.name === job.name) last.push(job);
    else runs.push([job]);
  }
  return runs;
}
