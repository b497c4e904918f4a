import type { Clock } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import { createPeriodicTask } from '../../base/periodic-task.js';
import type { Store } from '../../db/store.js';
import { hasRowsToRemove, type RemainingRows, removeBatch } from './removal-queries.js';

/** The number of batches that a deletion waits for before the response. */
const maxAwaitedBatches = 5;

/**
 * Milliseconds between the searches for deletions that other processes did not complete, and until a failed batch is
 * tried again.
 */
const [interval, retryInterval] = [3_600_000, 5_000];

/** The options of {@link createRemoval}. */
export interface RemovalOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Removes the rows of deleted asks and accounts in the background, in batches, so that other writes can run in between. */
export type Removal = ReturnType<typeof createRemoval>;

/** Creates the background removal. */
export function createRemoval({ store, clock, logger }: RemovalOptions) {
  /** Whether a deletion left rows. Otherwise, a run first looks for rows that other processes left. */
  let isRequested = false;
  const task = createPeriodicTask({
    clock,
    logger,
    interval,
    retryInterval,
    warning: 'Cannot remove deleted rows. The next attempt follows later.',
    ready: () => store.ready(),
    run,
  });

  function request(): void {
    isRequested = true;
    task.start();
    task.wake();
  }

  const removeNext = (): Promise<RemainingRows> => store.run(removeBatch, { at: clock.now() });

  async function run(): Promise<void> {
    if (!isRequested && !(await store.read(hasRowsToRemove(clock.now())))) return;
    isRequested = false;
    for (let isActive = true; isActive; ) {
      const startedAt = clock.elapsed();
      if (!(await removeNext()).hasAny) return;
      // Pause for as long as the batch took, so that other writes get half of the time.
      isActive = await task.pause(clock.elapsed() - startedAt);
    }
  }

  return {
    /** Removes the remaining rows of a deletion in the background. */
    continue(remaining: RemainingRows): void {
      if (remaining.hasAny) request();
    },

    /** Waits until nothing deleted is visible any more, and until the rows are removed if they are few. */
    async finish(before: RemainingRows): Promise<void> {
      let remaining = before;
      try {
        for (let batch = 0; remaining.hasAny && (remaining.hasVisible || batch < maxAwaitedBatches); batch++)
          remaining = await removeNext();
      } catch {
        // The batch is tried again in the background, which logs a failure.
      }
      if (remaining.hasAny) request();
    },

    /** Starts to complete the deletions of earlier processes, and looks for more every hour. */
    start: task.start,

    /** Stops after the current batch. The rest is removed after the next start. */
    stop: task.stop,
  };
}
