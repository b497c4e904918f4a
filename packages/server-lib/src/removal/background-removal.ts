import { describeError, type Logger } from '../logger.js';
import type { Store } from '../store/store.js';
import { elapsed, setTimeout } from '../timers.js';
import { hasRowsToRemove, type RemainingRows, removeBatch } from './removal-queries.js';

/** Slices that a deletion waits for: what takes no more of them is gone when it is answered. */
const maxAwaitedBatches = 5;

/** Milliseconds until a slice that failed is tried again. */
const retryAfter = 5_000;

export interface RemovalOptions {
  readonly store: Store;
  readonly logger: Logger;
}

/** Removes the rows of what was deleted, in the background and in slices, so that other writes get in between. */
export type Removal = ReturnType<typeof createRemoval>;

export function createRemoval({ store, logger }: RemovalOptions) {
  let atWork: Promise<void> | undefined;
  let isStopped = false;
  let wake = (): void => {};

  function start(): void {
    if (isStopped) return;
    atWork ??= removeAll().finally(() => {
      atWork = undefined;
    });
  }

  async function removeAll(): Promise<void> {
    while (!isStopped) {
      const since = elapsed();
      const left = await tryNext();
      if (left && !left.hasAny) return;
      // As long as the slice took, so that half of the writer's time is left to others.
      await rest(left ? elapsed() - since : retryAfter);
    }
  }

  /** Undefined where it failed: the next slice may fare better, if need be after the next start. */
  async function tryNext(): Promise<RemainingRows | undefined> {
    try {
      return await store.run(removeBatch, null);
    } catch (error) {
      if (!isStopped) logger.warn(describeError(error), 'Deleted rows could not be removed yet.');
      return undefined;
    }
  }

  function rest(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      wake = resolve;
      if (isStopped) resolve();
      else setTimeout(resolve, milliseconds).unref();
    });
  }

  return {
    /** Goes on in the background with what a deletion has left. */
    continue(left: RemainingRows): void {
      if (left.hasAny) start();
    },

    /** Waits until nothing that was deleted can be found any more, and for the rows themselves where they are few. */
    async finish(before: RemainingRows): Promise<void> {
      let left: RemainingRows | undefined = before;
      for (let slice = 0; left?.hasAny && (left.hasVisible || slice < maxAwaitedBatches); slice++)
        left = await tryNext();
      if (left === undefined || left.hasAny) start();
    },

    /** Takes up what an earlier process left. */
    async resume(): Promise<void> {
      if (await store.read(hasRowsToRemove())) start();
    },

    /** Ends after the slice under way; the rest is removed after the next start. */
    async stop(): Promise<void> {
      isStopped = true;
      wake();
      await atWork;
    },
  };
}
