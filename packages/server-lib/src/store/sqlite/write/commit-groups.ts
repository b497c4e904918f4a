import { isBusy } from '../store-error.js';
import type { CommitRequest, CommitResult } from '../threads/thread-messages.js';
import type { Committer } from './commit-group.js';
import { sharedNow, sleepSync } from './lock-timeout.js';

/**
 * Groups in their order, as one. Each is told as soon as all of it is settled; where a lock lasts, it is refused as soon as
 * its own patience ends.
 */
export function commitGroups(
  committer: Committer,
  groups: readonly CommitRequest[],
  say: (told: CommitResult) => void,
): void {
  const together = committer(groups.flatMap(({ jobs }) => jobs));
  const pending = [...groups];
  let told = 0;

  function tellWholeGroups(): void {
    const before = told;
    for (let next = pending[0]; next && told + next.jobs.length <= together.outcomes.length; next = pending[0]) {
      told += next.jobs.length;
      pending.shift();
    }
    if (told > before) say({ outcomes: together.outcomes.slice(before, told) });
  }

  /** How many jobs those groups have, and the ones told before them, whose patience has ended. The oldest come first. */
  function impatient(): number {
    const now = sharedNow();
    let count = told;
    for (const { jobs, deadline } of pending) {
      if (deadline > now) break;
      count += jobs.length;
    }
    return count;
  }

  while (pending.length > 0) {
    try {
      together.commit();
    } catch (error) {
      if (!isBusy(error)) throw error;
      const refused = impatient();
      together.fail(error, refused);
      if (refused === told) sleepSync();
    }
    tellWholeGroups();
  }
}
