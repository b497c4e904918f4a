import { heartbeat, retryField } from './live-events.js';

/** What a reader is told by, and who hears that it is gone. */
export interface EventStreamOptions {
  /** The state that the client has already, by its id. */
  readonly lastEventId: string | undefined;
  /** Whether it is somebody's who has answered. */
  readonly hasAnswered: boolean;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
  readonly onEnd: (reader: EventStream) => void;
}

/**
 * One client's end of a stream. What it is told waits here until it is fetched: of several states the last one, so that
 * a slow client misses what lies between and nothing piles up.
 */
export class EventStream implements AsyncIterable<string | Uint8Array> {
  readonly hasAnswered: boolean;
  /** The state that it was told last. */
  lastEventId: string | undefined;
  #state: Uint8Array | undefined;
  #beats = false;
  #farewell: string | undefined;
  #isOver = false;
  #wake: (() => void) | undefined;
  readonly #signal: AbortSignal;
  readonly #onEnd: (reader: EventStream) => void;

  constructor({ lastEventId, hasAnswered, signal, onEnd }: EventStreamOptions) {
    this.lastEventId = lastEventId;
    this.hasAnswered = hasAnswered;
    this.#signal = signal;
    this.#onEnd = onEnd;
    // A generator that waits does not notice that nobody listens any more.
    signal.addEventListener('abort', this.disconnect);
  }

  sendState(id: string, state: Uint8Array): void {
    if (this.#isOver) return;
    this.lastEventId = id;
    this.#state = state;
    this.#wake?.();
  }

  sendHeartbeat(): void {
    this.#beats = true;
    this.#wake?.();
  }

  /** Nothing more comes; what was told before is still fetched. */
  end(farewell?: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#farewell = farewell;
    this.#signal.removeEventListener('abort', this.disconnect);
    this.#onEnd(this);
    this.#wake?.();
  }

  /** The client is gone: nobody fetches any more. */
  readonly disconnect = (): void => {
    this.#state = undefined;
    this.end();
  };

  async *[Symbol.asyncIterator](): AsyncGenerator<string | Uint8Array, void> {
    try {
      yield retryField();
      for (;;) {
        const next = this.#next();
        if (next !== undefined) yield next;
        else if (this.#isOver) return;
        else await this.#something();
      }
    } finally {
      this.end();
    }
  }

  #next(): string | Uint8Array | undefined {
    const next = this.#state ?? this.#farewell ?? (this.#beats ? heartbeat : undefined);
    if (this.#state) this.#state = undefined;
    else this.#farewell = undefined;
    this.#beats = false;
    return next;
  }

  #something(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
