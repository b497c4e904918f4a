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

/** The reader of a stream. */
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
   * Opens a stream of server-sent events. The stream ends when the key is deleted or expires, or when another account needs its
   * place. Returns undefined if too many streams are open.
   *
   * @param first The first part. It is read before the response starts, so that errors have a status.
   */
  open(reader: StreamReader, request: FeedRequest, first: FeedPart): AsyncIterable<string> | undefined {
    const closing = new AbortController();
    // Takes the place before the response starts. Otherwise, streams that are opened at the same time could exceed the limit.
    const end = this.#places.take(reader.owner.account, () => closing.abort());
    if (!end) return undefined;
    // A generator that has not started or is waiting does not notice that its consumer has disconnected.
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
      // The client reconnects with the last cursor, and gets an error status.
      logger.warn(describeError(error), 'A stream of changes ended.');
    } finally {
      end();
    }
  }
}

/**
 * Returns the cursor after changes that do not match, as an event without data. Clients do not see this event, but continue from
 * its ID. Otherwise, a stream of an ask without new events could not be continued after old changes are deleted.
 */
const toId = (cursor: string) => `id: ${cursor}\n\n`;

/**
 * Yields each event separately, so that large events do not block the event loop. Only the last event has an ID, which is the
 * cursor after all of them.
 */
function* toEvents({ events, next }: FeedPart): Generator<string> {
  for (const [at, event] of events.entries()) {
    const id = at === events.length - 1 ? `id: ${next}\n` : '';
    yield `${id}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
  }
}
