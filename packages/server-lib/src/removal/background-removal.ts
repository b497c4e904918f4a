import { describeError, type Logger } from '../logger.js';
import type { Store } from '../store/store.js';
import { elapsed, setTimeout } from '../timers.js';
import { hasRowsToRemove, type RemainingRows, removeBatch } from './removal-queries.js';

/** The maximum number of batches that a deletion waits for. Small deletions are complete when they are answered. */
const maxAwaitedBatches = 5;

/** Milliseconds until a failed batch is retried. */
const retryDelay = 5_000;

/** The options of {@link createRemoval}. */
export interface RemovalOptions {
  readonly store: Store;
  readonly logger: Logger;
}

/** Removes the rows of deleted asks and accounts in the background, in batches, so that other writes get their turn. */
export type Removal = ReturnType<typeof createRemoval>;

/** Creates the background removal. */
export function createRemoval({ store, logger }: RemovalOptions) {
  let running: Promise<void> | undefined;
  let isStopped = false;
  let wake = (): void => {};

  function start(): void {
    if (isStopped) return;
    running ??= removeAll().finally(() => {
      running = undefined;
    });
  }

  async function removeAll(): Promise<void> {
    while (!isStopped) {
      const startedAt = elapsed();
      const remaining = await tryNextBatch();
      if (remaining && !remaining.hasAny) return;
      // Pauses as long as the batch took, so that other writes get half of the writer's time.
      await pause(remaining ? elapsed() - startedAt : retryDelay);
    }
  }

  /** Removes a batch. Returns undefined if that failed. It is retried later, at the latest after the next start. */
  async function tryNextBatch(): Promise<RemainingRows | undefined> {
    try {
      return await store.run(removeBatch, null);
    } catch (error) {
      if (!isStopped) logger.warn(describeError(error), 'Removing deleted rows failed. It will be retried.');
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

    /** Waits until deleted asks can no longer be found. If few rows remain, it waits until they are removed too. */
    async finish(before: RemainingRows): Promise<void> {
      let remaining: RemainingRows | undefined = before;
      for (let batch = 0; remaining?.hasAny && (remaining.hasVisible || batch < maxAwaitedBatches); batch++)
        remaining = await tryNextBatch();
      if (remaining === undefined || remaining.hasAny) start();
    },

    /** Continues the removal of an earlier process. */
    async resume(): Promise<void> {
      if (await store.read(hasRowsToRemove())) start();
    },

    /** Stops after the current batch. The remaining rows are removed after the next start. */
    async stop(): Promise<void> {
      isStopped = true;
      wake();
      await running;
    },
  };
}
