import { AskwellError } from '../../base/errors.js';
import { nextTurn, ownWork } from '../../base/event-loop.js';
import { describeError, type Logger } from '../../base/logger.js';
import type { EventStream } from './event-stream.js';
import { endEvent, stateEvent } from './live-events.js';

/** Whether a visitor may see the results: now, after the ask has closed, or never. */
export type ResultsAccess = 'now' | 'later' | 'never';

/** The state of an ask at one moment. */
export interface AskSnapshot {
  /** Identifies the state. */
  readonly id: string;
  /** Whether no more answers can arrive. */
  readonly isOver: boolean;
  accessOf(hasAnswered: boolean): ResultsAccess;
  /** Reads the results that visitors may see. */
  results(): Promise<object>;
}

/** Reads the state of an ask. Returns undefined if it was deleted or is a draft again. */
export type ReadSnapshot = () => Promise<AskSnapshot | undefined>;

/** The options of {@link ResultsWatch}. */
export interface WatchOptions {
  readonly readSnapshot: ReadSnapshot;
  readonly logger: Logger;
  /** The number of intervals between two heartbeats. */
  readonly heartbeatEvery: number;
  /** The maximum number of bytes to send per interval. After more than that, reads are skipped. */
  readonly maxBytesPerRead: number;
}

/** The number of streams to write to before other work gets its turn. */
const batchSize = 100;

/**
 * Watches the results of one ask for all of its streams: reads the state with each tick, and serializes the results once when they
 * have changed. A new stream gets the state immediately.
 */
export class ResultsWatch {
  readonly #options: WatchOptions;
  readonly #readers = new Set<EventStream>();
  #newReaders: EventStream[] = [];
  #ticks = 0;
  #readsToSkip = 0;
  #isDue = false;
  #isWorking = false;
  #serialized: { readonly id: string; readonly event: Uint8Array } | undefined;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#readers.size === 0;
  }

  add(reader: EventStream): void {
    this.#readers.add(reader);
    this.#newReaders.push(reader);
    void this.#work();
  }

  remove(reader: EventStream): void {
    this.#readers.delete(reader);
  }

  /** Ends all streams. */
  end(event?: string): void {
    for (const reader of this.#readers) reader.end(event);
  }

  /** Reads and sends the state, or a heartbeat. Called at regular intervals. */
  async tick(): Promise<void> {
    this.#ticks++;
    if (this.#ticks % this.#options.heartbeatEvery === 0) for (const reader of this.#readers) reader.sendHeartbeat();
    if (this.#readsToSkip > 0) {
      this.#readsToSkip--;
      return;
    }
    this.#isDue = true;
    await this.#work();
  }

  /** Reads and sends states one after the other, so that no stream gets an older state after a newer one. */
  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    while (this.#isDue || this.#newReaders.length > 0) {
      const readers = this.#isDue ? [...this.#readers] : this.#newReaders;
      this.#isDue = false;
      this.#newReaders = [];
      await this.#update(readers);
    }
    this.#isWorking = false;
  }

  async #update(readers: readonly EventStream[]): Promise<void> {
    try {
      const snapshot = await this.#options.readSnapshot();
      if (!snapshot) this.end(endEvent('deleted'));
      else await this.#send(snapshot, readers);
    } catch (error) {
      // The database is busy or unavailable. The next read sends the state.
      if (error instanceof AskwellError) return;
      this.#options.logger.error(describeError(error), 'Live results failed. The streams were closed.');
      this.end();
    }
  }

  async #send(snapshot: AskSnapshot, readers: readonly EventStream[]): Promise<void> {
    let bytes = 0;
    for (let from = 0; from < readers.length; from += batchSize) {
      if (from > 0) await nextTurn(ownWork);
      for (const reader of readers.slice(from, from + batchSize)) {
        const access = snapshot.accessOf(reader.hasAnswered);
        if (access === 'now' && reader.lastEventId !== snapshot.id) {
          const event = await this.#serialize(snapshot);
          reader.sendState(snapshot.id, event);
          bytes += event.byteLength;
        }
        if (access === 'never') reader.end(endEvent('hidden'));
        else if (snapshot.isOver) reader.end(endEvent('closed'));
      }
    }
    this.#readsToSkip += Math.floor(bytes / this.#options.maxBytesPerRead);
  }

  async #serialize(snapshot: AskSnapshot): Promise<Uint8Array> {
    if (this.#serialized?.id !== snapshot.id) {
      this.#serialized = { id: snapshot.id, event: stateEvent(snapshot.id, await snapshot.results()) };
    }
    return this.#serialized.event;
  }
}
