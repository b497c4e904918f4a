import type { Logger } from '../logger.js';
import { EventStream, type EventStreamOptions } from './event-stream.js';
import { type ReadSnapshot, ResultsWatch, type WatchOptions } from './watch-results.js';

export interface LiveOptions {
  /** Clients that read at the same time, at most. */
  readonly maxReaders: number;
  readonly logger: Logger;
  readonly timing?: Partial<LiveTiming>;
}

/** How often an ask is looked at, and its readers told. */
type LiveTiming = Pick<WatchOptions, 'intervalMs' | 'heartbeatEvery' | 'maxBytesPerRead'>;

/** Of the places, one client may hold this part; two of them in any case. */
const clientsPart = 1 / 10;

const usualPace: LiveTiming = { intervalMs: 1_000, heartbeatEvery: 15, maxBytesPerRead: 16 * 1024 * 1024 };

/** Who wants to read: beside what tells a reader, what the client is counted by. */
export interface JoinOptions extends Omit<EventStreamOptions, 'onEnd'> {
  readonly client: string;
}

/** Everybody in this process who reads results live. */
export type Live = ReturnType<typeof createLive>;

export function createLive({ maxReaders, logger, timing }: LiveOptions) {
  const watches = new Map<number, ResultsWatch>();
  const mostPerClient = Math.max(2, Math.floor(maxReaders * clientsPart));
  const held = new Map<string, number>();
  let readers = 0;
  let isOver = false;

  function watchOf(ask: number, readSnapshot: ReadSnapshot): ResultsWatch {
    const known = watches.get(ask);
    if (known) return known;
    const made = new ResultsWatch({ readSnapshot, logger, ...usualPace, ...timing });
    watches.set(ask, made);
    return made;
  }

  function hold(client: string, places: 1 | -1): void {
    readers += places;
    const now = (held.get(client) ?? 0) + places;
    if (now > 0) held.set(client, now);
    else held.delete(client);
  }

  return {
    /** Takes a reader in; undefined where there is no room for another, or for another of this client. */
    join(ask: number, readSnapshot: ReadSnapshot, { client, ...options }: JoinOptions): EventStream | undefined {
      if (isOver || readers >= maxReaders || (held.get(client) ?? 0) >= mostPerClient) return undefined;
      const watch = watchOf(ask, readSnapshot);
      hold(client, 1);
      const reader = new EventStream({
        ...options,
        onEnd(gone) {
          hold(client, -1);
          watch.leave(gone);
          if (watch.isEmpty) watches.delete(ask);
        },
      });
      watch.join(reader);
      if (options.signal.aborted) reader.disconnect();
      return reader;
    },

    /** How many read now, and of how many asks. */
    count: () => ({ readers, asks: watches.size }),

    /** Ends all streams, and takes no more. */
    end(): void {
      isOver = true;
      for (const watch of watches.values()) watch.end();
    },
  };
}
