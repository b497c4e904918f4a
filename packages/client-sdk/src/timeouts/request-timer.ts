import { EventEmitter } from 'node:events';
import { AbortError } from '../errors/abort-error.js';
import type { AskwellError } from '../errors/askwell-error.js';
import { TimeoutError } from '../errors/timeout-error.js';
import type { Deadline } from './deadline.js';
import { longestTimer } from './delay.js';

/** How long something may take, and what ends it before. */
export interface Limits {
  /** Milliseconds. */
  readonly timeout: number;
  readonly deadline: Deadline;
  readonly signal: AbortSignal | undefined;
}

/**
 * Watches over one try: ends it when the caller gives up or the time is over, and tells which it was. It emits `abort`,
 * as undici takes it: a signal costs more than all the rest of a try, and is made only for those who need one.
 */
export class RequestTimer extends EventEmitter<{ abort: [] }> {
  readonly #limits: Limits;
  readonly #request: string;
  readonly #giveUp: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reason: AskwellError | undefined;

  /** @param request What errors call the request. */
  constructor(limits: Limits, request: string) {
    super();
    this.#limits = limits;
    this.#request = request;
    const { signal } = limits;
    if (!signal) return;
    this.#giveUp = () => this.#end(new AbortError(request, signal.reason));
    if (signal.aborted) this.#giveUp();
    else signal.addEventListener('abort', this.#giveUp, { once: true });
  }

  /** Why it ended, if it was from here. */
  get reason(): AskwellError | undefined {
    return this.#reason;
  }

  /** The same as a signal. */
  toSignal(): AbortSignal {
    const controller = new AbortController();
    if (this.#reason) controller.abort(this.#reason);
    else this.once('abort', () => controller.abort(this.#reason));
    return controller.signal;
  }

  /** From here on the time counts. */
  start(): void {
    const { timeout, deadline } = this.#limits;
    const left = deadline.left();
    const limit = left <= timeout ? 'not complete by the deadline' : `no response within ${timeout} ms`;
    const late = () => this.#end(new TimeoutError(`${this.#request} timed out: ${limit}.`));
    if (left <= 0) late();
    else this.#timer = setTimeout(late, Math.min(timeout, left, longestTimer));
  }

  /** The time stops counting. */
  pause(): void {
    clearTimeout(this.#timer);
  }

  /** It is over, and nothing is watched any more. */
  close(): void {
    this.pause();
    if (this.#giveUp) this.#limits.signal?.removeEventListener('abort', this.#giveUp);
  }

  /** What is still to come is not wanted any more. */
  abandon(): void {
    this.#end(new AbortError(this.#request, undefined));
  }

  #end(reason: AskwellError): void {
    this.close();
    this.#reason = reason;
    this.emit('abort');
  }
}
