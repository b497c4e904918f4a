import { type Committer, createCommitter, type Job, type Writes } from './commit.js';
import type { Connection } from './connection.js';
import { isBusy, unavailable } from './failures.js';
import { patience, pauseMilliseconds } from './patience.js';
import { WriteQueue, type Writer } from './writer.js';

/** Commits on the caller's thread: for databases in memory, and hosts without threads. Groups form as in the worker. */
export function createInlineWriter(connection: Connection, writes: Writes): Writer {
  const committer: Committer = createCommitter(connection, writes);
  const queue = new WriteQueue((jobs) => attempt(jobs, performance.now()));
  let closed = false;

  function attempt(jobs: Job[], since: number): void {
    // A host that shares its handle may be inside a transaction of its own, which must not carry our commits.
    if (!connection.database.inTransaction) {
      try {
        queue.settle(committer.commit(jobs));
        return;
      } catch (error) {
        if (!isBusy(error)) throw error;
      }
    }
    if (performance.now() - since < patience) setTimeout(attempt, pauseMilliseconds, jobs, since);
    else queue.refuseAll(unavailable());
  }

  return {
    ready: () => Promise.resolve(),
    submit: (job) => (closed ? Promise.reject(unavailable()) : queue.add(job)),
    close() {
      closed = true;
      return queue.drained();
    },
  };
}
