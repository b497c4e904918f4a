import { describeError, type Logger } from '../../base/logger.js';
import type { ChangeFeed, FeedPart, FeedRequest } from './change-feed.js';
import type { ChangeWatch } from './change-watch.js';
import type { FeedOwner } from './feed-cursor.js';
import { type StreamLimits, StreamPlaces } from './stream-places.js';

const limits: StreamLimits = { perAccount: 10, total: 500 };

/** A comment that keeps proxies from closing an idle stream. */
const heartbeat = ':\n\n';

export interface FollowOptions {
  readonly feed: ChangeFeed;
  readonly watch: ChangeWatch;
  /** Returns whether the key with an ID may still read. */
  readonly isKeyValid: (key: number) => Promise<boolean>;
  readonly logger: Logger;
}

/** Who reads a stream. */
export interface StreamReader {
  readonly owner: FeedOwner;
  /** The ID of the API key. */
  readonly key: number;
  /** Aborted when the connection ends. */
  readonly signal: AbortSignal;
}

/** Streams the changes of owners as they happen. */
export class ChangeStreams {
  readonly #places = new StreamPlaces(limits);

  constructor(private readonly options: FollowOptions) {}

  /**
   * Opens a stream of server-sent events, which ends when the key is deleted or expires, or another account takes its place. Returns
   * undefined if too many are open.
   *
   * @param first The first part, which was read before the response began, so that errors have a status.
   */
  open(reader: StreamReader, request: FeedRequest, first: FeedPart): AsyncIterable<string> | undefined {
    const closing = new AbortController();
    // Taken before the response begins: streams that are opened at the same time would all find a place.
    const end = this.#places.take(reader.owner.account, () => closing.abort());
    if (!end) return undefined;
    // A generator that was not begun or that waits does not notice that its consumer is gone.
    if (reader.signal.aborted) end();
    else reader.signal.addEventListener('abort', end, { once: true });
    const signal = AbortSignal.any([reader.signal, closing.signal]);
    const events = this.#follow({ ...reader, signal }, request, first, end);
    return {
      [Symbol.asyncIterator]: () => ({
        next: () => events.next(),
        return() {
          end();
          return events.return(undefined);
        },
      }),
    };
  }

  async *#follow(
    { owner, key, signal }: StreamReader,
    request: FeedRequest,
    first: FeedPart,
    end: () => void,
  ): AsyncGenerator<string> {
    const { feed, watch, isKeyValid, logger } = this.options;
    let part = first;
    let cursor = request.after;
    try {
      yield 'retry: 2000\n\n';
      for (;;) {
        if (part.events.length > 0) yield* toEvents(part);
        else yield part.next === cursor ? heartbeat : toId(part.next);
        cursor = part.next;
        if (signal.aborted || watch.hasEnded) return;
        if (part.isAtEnd) await watch.wait(owner.account, part.lastSeq, signal);
        if (signal.aborted || watch.hasEnded || !(await isKeyValid(key))) return;
        part = await feed.read(owner, { ...request, after: part.next });
      }
    } catch (error) {
      // The client connects again with the last cursor, and gets a status.
      logger.warn(describeError(error), 'A stream of changes ended.');
    } finally {
      end();
    }
  }
}

/**
 * Returns the cursor behind changes that do not match, as an event without data: clients do not see it, but continue from there. With
 * the cursor of the last event, a stream of a quiet ask could not be continued once its changes are deleted.
 */
const toId = (cursor: string) => `id: ${cursor}\n\n`;

/** Yields each event by itself, so that large ones do not block the event loop. Only the last has an ID: the cursor behind all. */
function* toEvents({ events, next }: FeedPart): Generator<string> {
  for (const [at, event] of events.entries()) {
    const id = at === events.length - 1 ? `id: ${next}\n` : '';
    yield `${id}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
  }
}
