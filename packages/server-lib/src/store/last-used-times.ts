import type { Micros } from '../clock.js';
import { describeError, type Logger } from '../logger.js';
import type { Write } from './operation.js';
import type { Store } from './store.js';

/** How long a touch may wait for others, in milliseconds. */
const flushDelay = 1_000;

/**
 * Times that move often and matter little one by one, such as when a key was last used: gathered, then written together.
 * What is gathered already shows in reads of this process.
 */
export interface LastUsedTimes {
  touch(id: number, at: Micros): void;
  /** The later of what is stored and what is gathered. */
  latest(id: number, stored: Micros | null): Micros | null;
  flush(): Promise<void>;
}

export function createLastUsedTimes(
  store: Store,
  write: Write<{ id: number; at: Micros }, unknown>,
  logger: Logger,
): LastUsedTimes {
  let gathered = new Map<number, Micros>();
  /** Stays readable until it is committed. */
  let underWay = new Map<number, Micros>();
  /** One flush after the other: a slow one must not be forgotten for the next. */
  let flushing = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function writeGathered(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    underWay = gathered;
    gathered = new Map();
    try {
      await Promise.all([...underWay].map(([id, at]) => store.run(write, { id, at })));
    } catch (error) {
      // Losing one is harmless: the next touch writes a later time.
      logger.warn(describeError(error), `The times of ${write.name} could not be written.`);
    }
  }

  function flush(): Promise<void> {
    flushing = flushing.then(writeGathered);
    return flushing;
  }

  return {
    touch(id, at) {
      gathered.set(id, Math.max(at, gathered.get(id) ?? 0));
      timer ??= setTimeout(flush, flushDelay).unref();
    },
    latest(id, stored) {
      const latest = Math.max(stored ?? 0, underWay.get(id) ?? 0, gathered.get(id) ?? 0);
      return latest === 0 ? null : latest;
    },
    flush,
  };
}
