import { perform, type Write } from '../operation.js';
import type { Connection } from './connection.js';
import { type Failure, isBusy, isUnavailable, toFailure } from './failures.js';
import { assertDurable } from './open.js';

/** One write on its way: the operation's name and its input. */
export interface Job {
  readonly name: string;
  readonly input: never;
}

export type Outcome = { readonly value: unknown } | { readonly failure: Failure };

/** The writes a writer knows, by name. An input has the type its write was called with, which no thread boundary can tell. */
export type Writes = ReadonlyMap<string, Write<never, unknown>>;

export interface Committer {
  /** Commits a group in one transaction and says what became of each job. Throws only when the lock can't be had. */
  commit(jobs: readonly Job[]): Outcome[];
}

export function createCommitter(connection: Connection, writes: Writes): Committer {
  const { database } = connection;
  const transaction = database.transaction(applyGroup).immediate;
  let proven = false;

  function applyGroup(jobs: readonly Job[]): Outcome[] {
    const outcomes: Outcome[] = [];
    for (const run of runsOfOneWrite(jobs)) {
      const write = writes.get(run[0]?.name ?? '');
      if (!write) throw new Error(`The writer knows no write named ${run[0]?.name}.`);
      const values = perform(write.apply(run.map((job) => job.input)), connection.execute);
      for (const value of values) outcomes.push({ value });
    }
    return outcomes;
  }

  function commitTogether(jobs: readonly Job[]): Outcome[] {
    const outcomes = transaction(jobs);
    if (!proven) assertDurable(database);
    proven = true;
    return outcomes;
  }

  function commitAlone(job: Job): Outcome[] {
    try {
      return commitTogether([job]);
    } catch (error) {
      return [{ failure: toFailure(error) }];
    }
  }

  return {
    commit(jobs) {
      try {
        return commitTogether(jobs);
      } catch (error) {
        if (isBusy(error)) throw error;
        if (jobs.length === 1 || isUnavailable(error)) return jobs.map(() => ({ failure: toFailure(error) }));
        // One of them failed and took the group along: alone, each stands or falls by itself.
        return jobs.flatMap(commitAlone);
      }
    },
  };
}

function runsOfOneWrite(jobs: readonly Job[]): Job[][] {
  const runs: Job[][] = [];
  for (const job of jobs) {
    const last = runs.at(-1);
    if (last?.[0]?.name === job.name) last.push(job);
    else runs.push([job]);
  }
  return runs;
}
