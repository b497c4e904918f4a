import { createBackgroundLoop } from '../background/background-loop.js';
import type { Clock } from '../clock.js';
import { describeError, type Logger } from '../logger.js';
import type { Store } from '../store/store.js';
import { hasRowsToRemove, type RemainingRows, removeBatch } from './removal-queries.js';

/** The number of batches that a deletion waits for before the response. */
const maxAwaitedBatches = 5;

/** Milliseconds until a failed batch is tried again. */
const retryAfter = 5_000;

/** Milliseconds between the searches for what other processes did not complete. */
const searchInterval = 3_600_000;

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
  /** Whether a deletion left rows. Otherwise, a run first looks for those that other processes left. */
  let isRequested = false;
  const loop = createBackgroundLoop({ clock, run, ready: () => store.ready(), minInterval: 0 });

  function request(): void {
    isRequested = true;
    loop.start();
    loop.wake();
  }

  /** Returns the milliseconds until the next search. */
  async function run(): Promise<number> {
    // A failed search is repeated with the next one.
    if (isRequested || (await store.read(hasRowsToRemove(clock.now())).catch(() => false))) await removeAll();
    return searchInterval;
  }

  async function removeAll(): Promise<void> {
    isRequested = false;
    for (let isActive = true; isActive; ) {
      const startedAt = clock.elapsed();
      const remaining = await tryBatch();
      if (remaining && !remaining.hasAny) return;
      // Pause for as long as the batch took, so that other writes get half of the time.
      isActive = await loop.pause(remaining ? clock.elapsed() - startedAt : retryAfter);
    }
  }

  /** Returns undefined if the batch failed. It is tried again later, or after the next start. */
  async function tryBatch(): Promise<RemainingRows | undefined> {
    try {
      return await store.run(removeBatch, { at: clock.now() });
    } catch (error) {
      if (!loop.isStopped) logger.warn(describeError(error), 'Cannot remove deleted rows. The removal is tried again.');
      return undefined;
    }
  }

  return {
    /** Removes the remaining rows of a deletion in the background. */
    continue(remaining: RemainingRows): void {
      if (remaining.hasAny) request();
    },

    /** Waits until nothing deleted is visible any more, and until the rows are removed if they are few. */
    async finish(before: RemainingRows): Promise<void> {
      let remaining: RemainingRows | undefined = before;
      for (let batch = 0; remaining?.hasAny && (remaining.hasVisible || batch < maxAwaitedBatches); batch++)
        remaining = await tryBatch();
      if (remaining === undefined || remaining.hasAny) request();
    },

    /** Starts to remove what earlier processes did not complete, and looks for more every hour. */
    start: loop.start,

    /** Stops after the current batch. The rest is removed after the next start. */
    stop: loop.stop,
  };
}
