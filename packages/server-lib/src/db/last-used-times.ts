import type { Clock, Micros } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import { createPeriodicTask } from '../base/periodic-task.js';
import type { Write } from './operation.js';
import type { Store } from './store.js';

/** How long a time may wait before it is written, in milliseconds. */
const flushDelay = 1_000;

/**
 * Times that change often and may be lost, such as when a key was last used. They are collected in memory and written
 * in batches. Times that are not written yet already show in reads of this process. `Detail` says more about the last use.
 */
export interface LastUsedTimes<Detail = void> {
  touch(id: number, at: Micros, detail: Detail): void;
  /** Returns the stored time or the collected time, whichever is later. */
  latest(id: number, stored: Micros | null): Micros | null;
  /** Returns the latest use that may not be stored yet. Undefined if all are stored, or a later one is. */
  unsaved(id: number, stored: Micros | null): LastUse<Detail> | undefined;
  flush(): Promise<void>;
}

/** When something was last used. */
export interface LastUse<Detail = void> {
  readonly id: number;
  readonly at: Micros;
  readonly detail: Detail;
}

/** Returns the latest use for each ID, by ascending ID. */
export function latestUses<Detail>(uses: readonly LastUse<Detail>[]): LastUse<Detail>[] {
  const latest = new Map<number, LastUse<Detail>>();
  for (const use of uses) keepLatest(latest, use);
  return [...latest.values()].sort((a, b) => a.id - b.id);
}

function keepLatest<Detail>(uses: Map<number, LastUse<Detail>>, use: LastUse<Detail>): void {
  if (use.at >= (uses.get(use.id)?.at ?? 0)) uses.set(use.id, use);
}

interface LastUsedTimesContext {
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Creates a collection of times that are written by `write`. */
export function createLastUsedTimes<Detail = void>(
  store: Store,
  write: Write<LastUse<Detail>, unknown>,
  { clock, logger }: LastUsedTimesContext,
): LastUsedTimes<Detail> {
  let collected = new Map<number, LastUse<Detail>>();
  /** The times that are being written. They stay readable until they are committed. */
  let inFlight = new Map<number, LastUse<Detail>>();
  const task = createPeriodicTask({
    // Losing a time is harmless: the next use writes a later one.
    clock,
    logger,
    warning: `Failed to save last-used times (${write.name}).`,
    async run() {
      inFlight = collected;
      collected = new Map();
      await Promise.all([...inFlight.values()].map((use) => store.run(write, use)));
    },
  });

  return {
    touch(id, at, detail) {
      keepLatest(collected, { id, at, detail });
      task.runWithin(flushDelay);
    },
    latest(id, stored) {
      const latest = Math.max(stored ?? 0, inFlight.get(id)?.at ?? 0, collected.get(id)?.at ?? 0);
      return latest === 0 ? null : latest;
    },
    unsaved(id, stored) {
      const [collectedUse, flyingUse] = [collected.get(id), inFlight.get(id)];
      const latest = (collectedUse?.at ?? 0) >= (flyingUse?.at ?? 0) ? collectedUse : flyingUse;
      return latest && latest.at >= (stored ?? 0) ? latest : undefined;
    },
    flush: task.runNow,
  };
}
