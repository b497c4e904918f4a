import type { Clock } from '../clock.js';
import { describeError, type Logger } from '../logger.js';
import type { Store } from '../store/store.js';
import { elapsed, setTimeout } from '../timers.js';
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
  let running: Promise<void> | undefined;
  let isStopped = false;
  let wake = (): void => {};
  let nextSearch: NodeJS.Timeout | undefined;

  function start(): void {
    if (isStopped) return;
    running ??= removeAll().finally(() => {
      running = undefined;
    });
  }

  async function search(): Promise<void> {
    if (await store.read(hasRowsToRemove(clock.now()))) start();
  }

  function searchLater(): void {
    if (isStopped) return;
    nextSearch?.close();
    // A failed search is repeated with the next one.
    nextSearch = setTimeout(
      () =>
        void search()
          .catch(() => {})
          .finally(searchLater),
      searchInterval,
    );
    nextSearch.unref();
  }

  async function removeAll(): Promise<void> {
    while (!isStopped) {
      const startedAt = elapsed();
      const remaining = await tryBatch();
      if (remaining && !remaining.hasAny) return;
      // Pause for as long as the batch took, so that other writes get half of the time.
      await pause(remaining ? elapsed() - startedAt : retryAfter);
    }
  }

  /** Returns undefined if the batch failed. It is tried again later, or after the next start. */
  async function tryBatch(): Promise<RemainingRows | undefined> {
    try {
      return await store.run(removeBatch, { at: clock.now() });
    } catch (error) {
      if (!isStopped) logger.warn(describeError(error), 'Cannot remove deleted rows. The removal is tried again.');
      return undefined;
    }
  }

  function pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      wake = resolve;
      if (isStopped) resolve();
      else setTimeout(resolve, milliseconds).unref();
    });
  }

  return {
    /** Removes the remaining rows of a deletion in the background. */
    continue(remaining: RemainingRows): void {
      if (remaining.hasAny) start();
    },

    /** Waits until nothing deleted is visible any more, and until the rows are removed if they are few. */
    async finish(before: RemainingRows): Promise<void> {
      let remaining: RemainingRows | undefined = before;
      for (let batch = 0; remaining?.hasAny && (remaining.hasVisible || batch < maxAwaitedBatches); batch++)
        remaining = await tryBatch();
      if (remaining === undefined || remaining.hasAny) start();
    },

    /** Continues the removals that an earlier process did not complete. Then looks for others every hour. */
    async resume(): Promise<void> {
      await search();
      searchLater();
    },

    /** Stops after the current batch. The rest is removed after the next start. */
    async stop(): Promise<void> {
      isStopped = true;
      nextSearch?.close();
      wake();
      await running;
    },
  };
}
