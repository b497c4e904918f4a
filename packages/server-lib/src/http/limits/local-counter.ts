import type { Clock } from '../../base/clock.js';
import type { LocalWindows } from '../../db/windows/local-windows.js';
import type { Decision } from '../../db/windows/sliding-window.js';
import type { MovableCounter, RequestCounter } from './memory-counter.js';
import { createSharedCounter, type SharedCounter, type SharedCounterOptions, toDecision } from './shared-counter.js';

export interface LocalCounterOptions {
  readonly counter: SharedCounter;
  readonly memory: MovableCounter;
  readonly local: LocalWindows;
  /** The clock of `memory`. */
  readonly clock: Clock;
}

/** Counts in the memory of this process as long as no other process counts for the database, and in shared windows otherwise. */
export function createLocalCounter({ counter, memory, local, clock }: LocalCounterOptions): RequestCounter {
  /** Returns how far the clock of the shared windows is ahead of the clock of `memory`, in microseconds. */
  const offset = (): number => local.now() - clock.elapsed() * 1000;
  const toShared = (milliseconds: number, ahead: number): number => Math.ceil(milliseconds * 1000 + ahead);

  local.register({
    *held() {
      const ahead = offset();
      for (const { kind, key, entries } of memory.counted()) {
        const window = counter.windowOf(kind, key);
        yield { window, entries: entries.map(([time, count]) => [toShared(time, ahead), count]) };
      }
    },
    get unlistedUntil() {
      return toShared(memory.unlistedUntil, offset());
    },
  });

  async function takeShared(key: string, network: string | undefined): Promise<Decision> {
    await local.settle();
    if (local.mayCountInMemory) return memory.take(key, network);
    // The shared windows have the requests that this process counted, except requests that memory could not list.
    const refused = memory.refuseUnlisted?.(key, network);
    if (refused) return refused;
    const counted = await counter.take(key, network);
    // Since then, this process may have become the only one, so that its memory counts and has admitted other requests.
    if (counted.admitted && local.mayCountInMemory) return memory.take(key, network);
    // Memory counts too, at the same time, for when this process is alone again.
    if (counted.admitted) memory.take(key, network, (counted.at - offset()) / 1000);
    return toDecision(counted);
  }

  return {
    take: (key, network) => (local.mayCountInMemory ? memory.take(key, network) : takeShared(key, network)),
  };
}

/** The options of a limit that counts for all processes of a database. */
export type SharedLimit = Pick<SharedCounterOptions, 'name' | 'windows' | 'secret'>;

/**
 * Creates a counter for all processes of a database, which counts in memory as long as this process may.
 *
 * @param options The shared limit, and its policies.
 */
export function createProcessCounter(options: SharedCounterOptions, memory: MovableCounter): RequestCounter {
  const counter = createSharedCounter(options);
  const { windows, clock } = options;
  if (windows.local) return createLocalCounter({ counter, memory, local: windows.local, clock });
  return { take: async (key, network) => toDecision(await counter.take(key, network)) };
}
