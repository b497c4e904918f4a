import type { Clock } from '../../clock.js';
import { describeError, type Logger } from '../../logger.js';
import type { Store } from '../../store/store.js';
import { elapsed, setTimeout } from '../../timers.js';
import { selectAsksToPurge } from './due-purges.js';
import { purgeAnswers } from './purge-answers.js';
import { deleteVotersOfEndedAsk, selectNextAskWithPurgedVoters } from './purged-voters.js';

/** Milliseconds from the end of one run to the next. */
const runInterval = 3_600_000;

/** Milliseconds until a run that failed is tried again. */
const retryInterval = 60_000;

export interface PurgeOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** How many days answers are kept at most, whatever their asks say; null: as long as those say. */
  readonly olderThan: number | null;
  /** Waits for so many milliseconds, and tells whether to go on. */
  pause(milliseconds: number): Promise<boolean>;
}

/** What was deleted. */
export interface PurgeTotal {
  readonly answers: number;
  readonly asks: number;
}

/**
 * Deletes the answers of all asks that are no longer kept, in slices that leave half of the writer's time to others. Several
 * processes may do it at the same time: each slice deletes what it finds.
 */
export async function purgeAll(options: PurgeOptions): Promise<PurgeTotal> {
  const { store, clock, olderThan } = options;
  const total = { answers: 0, asks: 0 };
  const slices = createBatchRunner(options);

  async function purgeAsk(ask: number): Promise<void> {
    let deleted = 0;
    await slices.run(async () => {
      const { answers, more } = await store.run(purgeAnswers, { ask, at: clock.now(), olderThan });
      deleted += answers;
      return more;
    });
    total.answers += deleted;
    if (deleted > 0) total.asks++;
  }

  let after = 0;
  while (slices.go) {
    const asks = await store.read(selectAsksToPurge(after, { at: clock.now(), olderThan }));
    for (const { seq, due } of asks) if (due === 1) await purgeAsk(seq);
    const last = asks.at(-1);
    if (!last) break;
    after = last.seq;
  }
  await deleteAllPurgedVoters(options, slices);
  return total;
}

/** Forgets the voters of purged answers whose asks are over. */
async function deleteAllPurgedVoters({ store, clock }: PurgeOptions, slices: BatchRunner): Promise<void> {
  let after = 0;
  while (slices.go) {
    const at = clock.now();
    const found = await store.read(selectNextAskWithPurgedVoters(after, at));
    if (!found) return;
    after = found.seq;
    if (found.over === 1) await slices.run(() => store.run(deleteVotersOfEndedAsk, { ask: found.seq, at }));
  }
}

type BatchRunner = ReturnType<typeof createBatchRunner>;

function createBatchRunner({ pause }: Pick<PurgeOptions, 'pause'>) {
  let go = true;
  return {
    /** Whether to go on. */
    get go() {
      return go;
    },
    /** Runs slices until none is left, and rests after each as long as it took. */
    async run(slice: () => Promise<boolean>): Promise<void> {
      for (let isAnyLeft = true; isAnyLeft && go; ) {
        const since = elapsed();
        isAnyLeft = await slice();
        go = await pause(elapsed() - since);
      }
    },
  };
}

/** Deletes answers that are no longer kept, in the background: when the database is opened, and every hour. */
export type Retention = ReturnType<typeof createRetention>;

export interface RetentionOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Milliseconds from the end of one run to the next. */
  readonly every?: number;
  /** Milliseconds until a run that failed is tried again. */
  readonly retryAfter?: number;
}

export function createRetention({
  store,
  clock,
  logger,
  every = runInterval,
  retryAfter = retryInterval,
}: RetentionOptions) {
  let running: Promise<void> | undefined;
  let isStopped = false;
  let wake = (): void => {};

  async function runUntilStopped(): Promise<void> {
    // Not within the opening, which this waits for. Where it fails, the next opening starts anew.
    await Promise.resolve();
    const isOpen = await store.ready().then(
      () => true,
      () => false,
    );
    while (isOpen && !isStopped) await pause(await runOnce());
  }

  /** Returns the milliseconds until the next run. */
  async function runOnce(): Promise<number> {
    try {
      await purgeAll({ store, clock, olderThan: null, pause });
      return every;
    } catch (error) {
      if (!isStopped) logger.warn(describeError(error), 'Answers that are no longer kept could not be deleted yet.');
      return retryAfter;
    }
  }

  function pause(milliseconds: number): Promise<boolean> {
    return new Promise((resolve) => {
      wake = () => resolve(false);
      if (isStopped) resolve(false);
      else setTimeout(() => resolve(true), milliseconds).unref();
    });
  }

  return {
    /** Begins, unless it is at work already. */
    start(): void {
      if (isStopped) return;
      running ??= runUntilStopped().finally(() => {
        running = undefined;
      });
    },

    /** Ends after the slice under way. */
    async stop(): Promise<void> {
      isStopped = true;
      wake();
      await running;
    },
  };
}
