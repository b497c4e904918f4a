import { AbortError } from '../errors/abort-error.js';
import { ApiError } from '../errors/api-error.js';
import { AskwellError } from '../errors/askwell-error.js';
import type { CallOptions } from '../options.js';
import { isRetryable } from '../retry/retry-policy.js';
import type { Download } from '../streams/download.js';
import { linesOf } from '../streams/json-lines.js';
import { delay } from '../timeouts/delay.js';
import type { Timing } from '../timeouts/timing.js';
import { parse } from '../transport/json.js';
import type { ChangeEvent } from './event-types.js';
import { eventsOf } from './server-sent-events.js';

/** Options of {@link ChangeFeed.follow}. The timeout applies to each chunk of the stream. */
export type FollowOptions = Omit<CallOptions, 'deadline'>;

const maxReconnectDelay = 2_000;

/**
 * Changes as they happen, as an async iterable that does not end. Connects again after a failure, and continues where it
 * was. To stop, leave the loop or abort the `signal`.
 */
export class ChangeStream implements AsyncIterable<ChangeEvent> {
  readonly #open: (cursor: string | undefined) => Promise<Download>;
  readonly #signal: AbortSignal | undefined;
  readonly #timing: Timing;
  #cursor: string | undefined;
  /** The IDs of the events behind the cursor, which a new connection sends again. */
  readonly #seen = new Set<string>();

  /** @internal */
  constructor(
    open: (cursor: string | undefined) => Promise<Download>,
    cursor: string | undefined,
    signal: AbortSignal | undefined,
    timing: Timing,
  ) {
    this.#open = open;
    this.#cursor = cursor;
    this.#signal = signal;
    this.#timing = timing;
  }

  /** The cursor to continue from after a restart. Some of the last events may then arrive again. */
  get cursor(): string | undefined {
    return this.#cursor;
  }

  /** Iterates over the changes. Rejects if the client cannot connect after its retries. */
  async *[Symbol.asyncIterator](): AsyncGenerator<ChangeEvent> {
    for (;;) {
      const stream = await this.#open(this.#cursor);
      try {
        yield* this.#read(stream);
      } catch (error) {
        // A response that has begun cannot be an error response.
        if (!isRetryable(error) || error instanceof ApiError) throw error;
      }
      const toError = (reason: unknown) => new AbortError('Following changes', reason);
      await delay(this.#timing, this.#timing.random() * maxReconnectDelay, { signal: this.#signal, toError });
    }
  }

  async *#read(stream: Download): AsyncGenerator<ChangeEvent> {
    for await (const { id, data } of eventsOf(linesOf(stream))) {
      if (data !== undefined) {
        const change = parse<ChangeEvent>(data);
        if (!change) throw new AskwellError('The stream contains an event that is not JSON.');
        const isNew = !this.#seen.has(change.id);
        this.#seen.add(change.id);
        if (isNew) yield change;
      }
      if (id === undefined) continue;
      // Updated after the event was processed, so that a cursor that was stored earlier repeats the event.
      this.#cursor = id;
      this.#seen.clear();
    }
  }
}
