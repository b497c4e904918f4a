import type { Committer } from './commit-group.js';
import { sharedNow, sleepSync } from './lock-timeout.js';
import { isBusy } from './sqlite-errors.js';
import type { CommitRequest, CommitResult } from './thread-messages.js';

/**
 * Commits several groups in one transaction, in order. Reports the outcomes of each group when all of its jobs are settled. While
 * the database is locked, fails each group at its deadline.
 *
 * @param report Called with the outcomes of one or more whole groups.
 */
export function commitGroups(
  committer: Committer,
  groups: readonly CommitRequest[],
  report: (result: CommitResult) => void,
): void {
  const combined = committer(groups.flatMap(({ jobs }) => jobs));
  const pending = [...groups];
  let reported = 0;

  function reportWholeGroups(): void {
    const before = reported;
    for (let next = pending[0]; next && reported + next.jobs.length <= combined.outcomes.length; next = pending[0]) {
      reported += next.jobs.length;
      pending.shift();
    }
    if (reported > before) report({ outcomes: combined.outcomes.slice(before, reported) });
  }

  /** Returns the number of jobs of the groups that are reported or whose deadline has passed. */
  function countExpired(): number {
    const now = sharedNow();
    let count = reported;
    for (const { jobs, deadline } of pending) {
      if (deadline > now) break;
      count += jobs.length;
    }
    return count;
  }

  while (pending.length > 0) {
    try {
      combined.commit();
    } catch (error) {
      if (!isBusy(error)) throw error;
      const refused = countExpired();
      combined.fail(error, refused);
      if (refused === reported) sleepSync();
    }
    reportWholeGroups();
  }
}
