import type { Clock } from '../clock.js';
import type { LocalWindows } from '../store/windows/local-windows.js';
import type { Counter, MemoryCounter } from './memory-counter.js';
import { type SharedCounter, toDecision } from './shared-counter.js';
import type { Decision } from './sliding-window.js';

export interface LocalCounterOptions {
  readonly counter: SharedCounter;
  readonly memory: MemoryCounter;
  readonly local: LocalWindows;
  /** The clock of `memory`. */
  readonly clock: Clock;
}

/** Counts in the memory of this process as long as no other process counts for the database, and in shared windows otherwise. */
export function createLocalCounter({ counter, memory, local, clock }: LocalCounterOptions): Counter {
  /** Returns how far the clock of the shared windows is ahead of the clock of `memory`, in microseconds. */
  const offset = (): number => local.now() - clock.elapsed() * 1000;
  const toShared = (milliseconds: number, ahead: number): number => Math.ceil(milliseconds * 1000 + ahead);

  local.register({
    *held() {
      const ahead = offset();
      for (const { kind, key, times } of memory.entries()) {
        yield { window: counter.windowOf(kind, key), entries: times.map((time) => [toShared(time, ahead), 1]) };
      }
    },
    get unlistedUntil() {
      return toShared(memory.unlistedUntil, offset());
    },
  });

  async function takeShared(key: string, network: string | undefined): Promise<Decision> {
    await local.settle();
    if (local.mayCountInMemory) return memory.take(key, network);
    // The shared windows have what this process counted, except what memory could not list.
    const unlisted = clock.elapsed() < memory.unlistedUntil ? memory.peek(key, network) : undefined;
    if (unlisted && !unlisted.admitted) return unlisted;
    const counted = await counter.take(key, network);
    // Meanwhile, this process may have become alone, and memory has admitted others.
    if (counted.admitted && local.mayCountInMemory) return memory.take(key, network);
    // Memory counts too, at the same time, for when this process is alone again.
    if (counted.admitted) memory.take(key, network, (counted.at - offset()) / 1000);
    return toDecision(counted);
  }

  return {
    take: (key, network) => (local.mayCountInMemory ? memory.take(key, network) : takeShared(key, network)),
  };
}
