import type { Micros } from '../clock.js';
import { describeError, type Logger } from '../logger.js';
import type { Write } from './operation.js';
import type { Store } from './store.js';

/** How long a time may wait before it is written, in milliseconds. */
const flushDelay = 1_000;

/**
 * Times that change often and may be lost, such as when a key was last used. They are collected in memory and written
 * in batches. Times that are not written yet already show in reads of this process.
 */
export interface LastUsedTimes {
  touch(id: number, at: Micros): void;
  /** Returns the stored time or the collected time, whichever is later. */
  latest(id: number, stored: Micros | null): Micros | null;
  flush(): Promise<void>;
}

/** When something was last used. */
export interface LastUse {
  readonly id: number;
  readonly at: Micros;
}

/** Returns the latest time for each ID, by ascending ID. */
export function latestUses(uses: readonly LastUse[]): [id: number, at: Micros][] {
  const latest = new Map<number, Micros>();
  for (const { id, at } of uses) latest.set(id, Math.max(at, latest.get(id) ?? 0));
  return [...latest].sort(([a], [b]) => a - b);
}

/** Creates a collection of times that are written by `write`. */
export function createLastUsedTimes(store: Store, write: Write<LastUse, unknown>, logger: Logger): LastUsedTimes {
  let collected = new Map<number, Micros>();
  /** The times that are being written. They stay readable until they are committed. */
  let inFlight = new Map<number, Micros>();
  /** Flushes run one after the other, so that a slow one keeps its times in `inFlight`. */
  let flushing = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function writeCollected(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    inFlight = collected;
    collected = new Map();
    try {
      await Promise.all([...inFlight].map(([id, at]) => store.run(write, { id, at })));
    } catch (error) {
      // Losing a time is harmless: the next use writes a later one.
      logger.warn(describeError(error), `Failed to save last-used times (${write.name}).`);
    }
  }

  function flush(): Promise<void> {
    flushing = flushing.then(writeCollected);
    return flushing;
  }

  return {
    touch(id, at) {
      collected.set(id, Math.max(at, collected.get(id) ?? 0));
      timer ??= setTimeout(flush, flushDelay).unref();
    },
    latest(id, stored) {
      const latest = Math.max(stored ?? 0, inFlight.get(id) ?? 0, collected.get(id) ?? 0);
      return latest === 0 ? null : latest;
    },
    flush,
  };
}
