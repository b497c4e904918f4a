import type { Clock } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import { createPeriodicTask } from '../../base/periodic-task.js';
import { deleteAllOldChanges } from '../../db/changes/delete-old-changes.js';
import type { Store } from '../../db/store.js';
import { deleteOldChecks } from '../answers/checked-answers.js';
import { selectAsksToPurge } from './due-purges.js';
import { purgeAnswers } from './purge-answers.js';
import { deleteVotersOfEndedAsk, selectNextAskWithPurgedVoters } from './purged-voters.js';

/** The time between two runs, in milliseconds. */
const runInterval = 3_600_000;

/** The time until a failed run is retried, in milliseconds. */
const retryInterval = 60_000;

export interface PurgeOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** The maximum number of days to keep answers, in addition to the limits of asks. Null for no additional limit. */
  readonly olderThan: number | null;
  /** The number of days to keep the log of changes. Undefined: no changes are deleted. */
  readonly changeDays?: number | undefined;
  /** Waits for a number of milliseconds. Returns whether to continue. */
  pause(milliseconds: number): Promise<boolean>;
}

/** The number of deleted answers, and of asks that had any. */
export interface PurgeTotal {
  readonly answers: number;
  readonly asks: number;
}

/**
 * Purges the answers of all asks that are past their retention period. Works in batches that use at most half of the
 * writer's time. Several processes can run it at the same time.
 */
export async function purgeAll(options: PurgeOptions): Promise<PurgeTotal> {
  const { store, clock, olderThan } = options;
  const total = { answers: 0, asks: 0 };
  const batches = createBatchRunner(options);

  async function purgeAsk(ask: number): Promise<void> {
    let deleted = 0;
    await batches.run(async () => {
      const { answers, more } = await store.run(purgeAnswers, { ask, at: clock.now(), olderThan });
      deleted += answers;
      return more;
    });
    total.answers += deleted;
    if (deleted > 0) total.asks++;
  }

  let after = 0;
  while (batches.isActive) {
    const asks = await store.read(selectAsksToPurge(after, { at: clock.now(), olderThan }));
    for (const { seq, due } of asks) if (due === 1) await purgeAsk(seq);
    const last = asks.at(-1);
    if (!last) break;
    after = last.seq;
  }
  await deleteAllPurgedVoters(options, batches);
  if (batches.isActive) await batches.run(() => store.run(deleteOldChecks, { at: clock.now() }));
  if (options.changeDays !== undefined && batches.isActive) {
    await deleteAllOldChanges(options, options.changeDays, async (batch) => {
      await batches.run(batch);
      return batches.isActive;
    });
  }
  return total;
}

/** Deletes the purged voters of all asks that have ended. */
async function deleteAllPurgedVoters({ store, clock }: PurgeOptions, batches: BatchRunner): Promise<void> {
  let after = 0;
  while (batches.isActive) {
    const at = clock.now();
    const next = await store.read(selectNextAskWithPurgedVoters(after, at));
    if (!next) return;
    after = next.seq;
    if (next.has_ended === 1) await batches.run(() => store.run(deleteVotersOfEndedAsk, { ask: next.seq, at }));
  }
}

type BatchRunner = ReturnType<typeof createBatchRunner>;

function createBatchRunner({ clock, pause }: Pick<PurgeOptions, 'clock' | 'pause'>) {
  let isActive = true;
  return {
    /** Whether to continue. */
    get isActive() {
      return isActive;
    },
    /** Runs all batches. Pauses after each batch for as long as it took. */
    async run(batch: () => Promise<boolean>): Promise<void> {
      for (let isAnyLeft = true; isAnyLeft && isActive; ) {
        const startedAt = clock.elapsed();
        isAnyLeft = await batch();
        isActive = await pause(clock.elapsed() - startedAt);
      }
    },
  };
}

export interface RetentionOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The number of days to keep the log of changes. */
  readonly changeDays: number;
}

/** Creates the background work that purges answers. */
export function createRetention({ store, clock, logger, changeDays }: RetentionOptions) {
  const { start, stop, pause } = createPeriodicTask({
    clock,
    logger,
    interval: runInterval,
    retryInterval,
    warning: 'Failed to delete expired answers. The next attempt follows later.',
    ready: () => store.ready(),
    run: async () => void (await purgeAll({ store, clock, olderThan: null, changeDays, pause })),
  });
  return { start, stop };
}
