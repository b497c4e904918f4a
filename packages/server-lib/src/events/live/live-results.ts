import type { Clock, Timer } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import { EventStream, type EventStreamOptions } from './event-stream.js';
import { type ReadSnapshot, ResultsWatch, type WatchOptions } from './watch-results.js';

/** The options of {@link createLive}. */
export interface LiveOptions {
  /** The maximum number of streams at the same time. */
  readonly maxReaders: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly timing?: Partial<LiveTiming>;
}

/** How often heartbeats are sent, and how much is read. */
type LiveTiming = Pick<WatchOptions, 'heartbeatEvery' | 'maxBytesPerRead'>;

/** The number of streams at the same time, unless the option `limits.liveReaders` sets another one. */
export const defaultLiveReaders = 2_000;

/** Milliseconds between two reads. */
const readInterval = 1_000;

/** The share of all streams that one client may have. Two streams are always allowed. */
const maxShareOfClient = 1 / 10;

const defaultTiming: LiveTiming = { heartbeatEvery: 15, maxBytesPerRead: 16 * 1024 * 1024 };

/** The options of a new stream. */
export interface JoinOptions extends Omit<EventStreamOptions, 'onEnd'> {
  /** Identifies the client, to limit its streams. */
  readonly client: string;
}

/** The streams of live results in this process. */
export type Live = ReturnType<typeof createLive>;

/** Creates the registry of streams. */
export function createLive({ maxReaders, clock, logger, timing }: LiveOptions) {
  const watches = new Map<string, ResultsWatch>();
  const maxPerClient = Math.max(2, Math.floor(maxReaders * maxShareOfClient));
  const readersByClient = new Map<string, number>();
  const settings = { ...defaultTiming, ...timing };
  let readers = 0;
  let hasEnded = false;
  let timer: Timer | undefined;

  /** All watches read at the same time, so that they share a statement. */
  function lookRegularly(): void {
    timer ??= clock.setInterval(() => Promise.all([...watches.values()].map((watch) => watch.tick())), readInterval);
  }

  function forgetIfEmpty(watched: string, watch: ResultsWatch): void {
    if (!watch.isEmpty) return;
    watches.delete(watched);
    if (watches.size > 0) return;
    timer?.cancel();
    timer = undefined;
  }

  function watchOf(watched: string, readSnapshot: ReadSnapshot): ResultsWatch {
    const existing = watches.get(watched);
    if (existing) return existing;
    const watch = new ResultsWatch({ readSnapshot, logger, ...settings });
    watches.set(watched, watch);
    return watch;
  }

  function countReader(client: string, change: 1 | -1): void {
    readers += change;
    const count = (readersByClient.get(client) ?? 0) + change;
    if (count > 0) readersByClient.set(client, count);
    else readersByClient.delete(client);
  }

  return {
    /**
     * Opens a stream. Returns undefined if the maximum is reached, in total or for this client.
     *
     * @param watched Names the ask and the language of its results.
     */
    join(watched: string, readSnapshot: ReadSnapshot, { client, ...options }: JoinOptions): EventStream | undefined {
      if (hasEnded || readers >= maxReaders) return undefined;
      if ((readersByClient.get(client) ?? 0) >= maxPerClient) return undefined;
      const watch = watchOf(watched, readSnapshot);
      countReader(client, 1);
      const reader = new EventStream({
        ...options,
        onEnd(ended) {
          countReader(client, -1);
          watch.remove(ended);
          forgetIfEmpty(watched, watch);
        },
      });
      watch.add(reader);
      lookRegularly();
      if (options.signal.aborted) reader.disconnect();
      return reader;
    },

    /** Returns the number of open streams, and the number of their asks. */
    count: () => ({ readers, asks: watches.size }),

    /** Ends all streams and opens no more. */
    end(): void {
      hasEnded = true;
      for (const watch of watches.values()) watch.end();
    },
  };
}
