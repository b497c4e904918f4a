import type { Logger } from '../logger.js';
import { EventStream, type EventStreamOptions } from './event-stream.js';
import { type Look, ResultsWatch, type WatchOptions } from './watch-results.js';

export interface LiveOptions {
  /** Clients that read at the same time, at most. */
  readonly most: number;
  readonly logger: Logger;
  readonly pace?: Partial<Pace>;
}

/** How often an ask is looked at, and its readers told. */
type Pace = Pick<WatchOptions, 'every' | 'beatAfter' | 'bytesALook'>;

/** Of the places, one client may hold this part; two of them in any case. */
const clientsPart = 1 / 10;

const usualPace: Pace = { every: 1_000, beatAfter: 15, bytesALook: 16 * 1024 * 1024 };

/** Who wants to read: beside what tells a reader, what the client is counted by. */
export interface JoinOptions extends Omit<EventStreamOptions, 'onEnd'> {
  readonly client: string;
}

/** Everybody in this process who reads results live. */
export type Live = ReturnType<typeof createLive>;

export function createLive({ most, logger, pace }: LiveOptions) {
  const watches = new Map<number, ResultsWatch>();
  const mostPerClient = Math.max(2, Math.floor(most * clientsPart));
  const held = new Map<string, number>();
  let readers = 0;
  let isOver = false;

  function watchOf(ask: number, look: Look): ResultsWatch {
    const known = watches.get(ask);
    if (known) return known;
    const made = new ResultsWatch({ look, logger, ...usualPace, ...pace });
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
    join(ask: number, look: Look, { client, ...options }: JoinOptions): EventStream | undefined {
      if (isOver || readers >= most || (held.get(client) ?? 0) >= mostPerClient) return undefined;
      const watch = watchOf(ask, look);
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
      if (options.signal.aborted) reader.leave();
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
