import { heartbeat, retryField } from './live-events.js';

/** The options of {@link EventStream}. */
export interface EventStreamOptions {
  /** The ID of the state that the client already has. */
  readonly lastEventId: string | undefined;
  /** Whether the client belongs to a visitor who has answered. */
  readonly hasAnswered: boolean;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /** Called once, when the stream has ended. */
  readonly onEnd: (reader: EventStream) => void;
}

/**
 * The stream of one client. Only the latest state is buffered, so that a slow client skips states, and skipped states use no
 * memory.
 */
export class EventStream implements AsyncIterable<string | Uint8Array> {
  readonly hasAnswered: boolean;
  /** The ID of the state that was sent last. */
  lastEventId: string | undefined;
  #state: Uint8Array | undefined;
  #isHeartbeatDue = false;
  #endEvent: string | undefined;
  #hasEnded = false;
  #wake: (() => void) | undefined;
  readonly #signal: AbortSignal;
  readonly #onEnd: (reader: EventStream) => void;

  constructor({ lastEventId, hasAnswered, signal, onEnd }: EventStreamOptions) {
    this.lastEventId = lastEventId;
    this.hasAnswered = hasAnswered;
    this.#signal = signal;
    this.#onEnd = onEnd;
    // A waiting generator does not notice that its consumer has disconnected.
    signal.addEventListener('abort', this.disconnect);
  }

  /** Buffers a state. Replaces a buffered state that was not sent yet. */
  sendState(id: string, state: Uint8Array): void {
    if (this.#hasEnded) return;
    this.lastEventId = id;
    this.#state = state;
    this.#wake?.();
  }

  /** Sends a heartbeat, unless a state or the end event is buffered. */
  sendHeartbeat(): void {
    this.#isHeartbeatDue = true;
    this.#wake?.();
  }

  /** Ends the stream after the buffered state and, if given, the end event are sent. */
  end(endEvent?: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#endEvent = endEvent;
    this.#signal.removeEventListener('abort', this.disconnect);
    this.#onEnd(this);
    this.#wake?.();
  }

  /** Ends the stream immediately, because the client has disconnected. */
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
        else if (this.#hasEnded) return;
        else await this.#nextChange();
      }
    } finally {
      this.end();
    }
  }

  #next(): string | Uint8Array | undefined {
    const next = this.#state ?? this.#endEvent ?? (this.#isHeartbeatDue ? heartbeat : undefined);
    if (this.#state) this.#state = undefined;
    else this.#endEvent = undefined;
    this.#isHeartbeatDue = false;
    return next;
  }

  #nextChange(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
