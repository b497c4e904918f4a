import { setImmediate as nextTurn } from 'node:timers/promises';
import { AskwellError } from '../errors.js';
import { describeError, type Logger } from '../logger.js';
import type { EventStream } from './event-stream.js';
import { endEvent, stateEvent } from './live-events.js';

/** Whoever reads results: may see them, may once the ask has closed, or may not. */
export type ResultsAccess = 'now' | 'later' | 'never';

/** An ask at one moment. */
export interface AskSnapshot {
  /** Tells this state from every other. */
  readonly id: string;
  /** Whether no answer can come in any more. */
  readonly isOver: boolean;
  accessOf(hasAnswered: boolean): ResultsAccess;
  /** What those see who may. */
  results(): Promise<object>;
}

/** Looks at an ask; undefined where visitors find it no longer. */
export type ReadSnapshot = () => Promise<AskSnapshot | undefined>;

export interface WatchOptions {
  readonly readSnapshot: ReadSnapshot;
  readonly logger: Logger;
  /** Milliseconds from one look to the next. */
  readonly intervalMs: number;
  /** So many of those from one sign of life to the next. */
  readonly heartbeatEvery: number;
  /** What may be sent in that time. After more than that, as where thousands read a year's results, looks are left out. */
  readonly maxBytesPerRead: number;
}

/** How many readers are told at a time, before others have their turn. */
const slice = 100;

/**
 * One ask with all who read its results live: looked at once in a while for all of them together, and written once for
 * all when it has changed. A newcomer is told at once.
 */
export class ResultsWatch {
  readonly #options: WatchOptions;
  readonly #readers = new Set<EventStream>();
  #newcomers: EventStream[] = [];
  #timer: NodeJS.Timeout | undefined;
  #ticks = 0;
  #leftOut = 0;
  #isDue = false;
  #isAtWork = false;
  #written: { readonly id: string; readonly event: Uint8Array } | undefined;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#readers.size === 0;
  }

  join(reader: EventStream): void {
    this.#readers.add(reader);
    this.#newcomers.push(reader);
    this.#timer ??= setInterval(() => this.#tick(), this.#options.intervalMs);
    void this.#work();
  }

  leave(reader: EventStream): void {
    this.#readers.delete(reader);
    if (!this.isEmpty) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  end(farewell?: string): void {
    for (const reader of this.#readers) reader.end(farewell);
  }

  #tick(): void {
    this.#ticks++;
    if (this.#ticks % this.#options.heartbeatEvery === 0) for (const reader of this.#readers) reader.sendHeartbeat();
    if (this.#leftOut > 0) {
      this.#leftOut--;
      return;
    }
    this.#isDue = true;
    void this.#work();
  }

  /** One look after the other, so that nobody is told an older state after a newer one. */
  async #work(): Promise<void> {
    if (this.#isAtWork) return;
    this.#isAtWork = true;
    while (this.#isDue || this.#newcomers.length > 0) {
      const readers = this.#isDue ? [...this.#readers] : this.#newcomers;
      this.#isDue = false;
      this.#newcomers = [];
      await this.#tell(readers);
    }
    this.#isAtWork = false;
  }

  async #tell(readers: readonly EventStream[]): Promise<void> {
    try {
      const sight = await this.#options.readSnapshot();
      if (!sight) this.end(endEvent('deleted'));
      else await this.#tellOf(sight, readers);
    } catch (error) {
      // A database that is busy or away will be there again; the next look tells what this one could not.
      if (error instanceof AskwellError) return;
      this.#options.logger.error(describeError(error), 'Live results were broken off.');
      this.end();
    }
  }

  async #tellOf(sight: AskSnapshot, readers: readonly EventStream[]): Promise<void> {
    let bytes = 0;
    for (let from = 0; from < readers.length; from += slice) {
      if (from > 0) await nextTurn();
      for (const reader of readers.slice(from, from + slice)) {
        const sees = sight.accessOf(reader.hasAnswered);
        if (sees === 'now' && reader.lastEventId !== sight.id) {
          const event = await this.#write(sight);
          reader.sendState(sight.id, event);
          bytes += event.byteLength;
        }
        if (sees === 'never') reader.end(endEvent('hidden'));
        else if (sight.isOver) reader.end(endEvent('closed'));
      }
    }
    this.#leftOut += Math.floor(bytes / this.#options.maxBytesPerRead);
  }

  async #write(sight: AskSnapshot): Promise<Uint8Array> {
    if (this.#written?.id !== sight.id) {
      this.#written = { id: sight.id, event: stateEvent(sight.id, await sight.results()) };
    }
    return this.#written.event;
  }
}
