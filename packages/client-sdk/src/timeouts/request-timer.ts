import { EventEmitter } from 'node:events';
import { AbortError } from '../errors/abort-error.js';
import type { AskwellError } from '../errors/askwell-error.js';
import { TimeoutError } from '../errors/timeout-error.js';
import type { Deadline } from './deadline.js';
import { longestTimer } from './delay.js';

/** The time limits of a call, and the signal that aborts it. */
export interface Limits {
  /** The timeout of each attempt, in milliseconds. */
  readonly timeout: number;
  readonly deadline: Deadline;
  readonly signal: AbortSignal | undefined;
}

/**
 * The timer of one attempt. Emits `abort` when the time limit is reached or the caller aborts the call. undici accepts an
 * emitter in place of a signal; creating a signal takes longer than everything else in an attempt.
 */
export class RequestTimer extends EventEmitter<{ abort: [] }> {
  readonly #limits: Limits;
  readonly #request: string;
  readonly #onAbort: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reason: AskwellError | undefined;

  /** @param request The method and URL of the request, for errors. */
  constructor(limits: Limits, request: string) {
    super();
    this.#limits = limits;
    this.#request = request;
    const { signal } = limits;
    if (!signal) return;
    this.#onAbort = () => this.#end(new AbortError(request, signal.reason));
    if (signal.aborted) this.#onAbort();
    else signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** The reason why this timer ended the attempt, if it did. */
  get reason(): AskwellError | undefined {
    return this.#reason;
  }

  /** Returns a signal that is aborted when this timer emits `abort`. */
  toSignal(): AbortSignal {
    const controller = new AbortController();
    if (this.#reason) controller.abort(this.#reason);
    else this.once('abort', () => controller.abort(this.#reason));
    return controller.signal;
  }

  /** Starts the timeout. */
  start(): void {
    const { timeout, deadline } = this.#limits;
    const left = deadline.left();
    const limit = left <= timeout ? 'not complete by the deadline' : `no response within ${timeout} ms`;
    const expire = () => this.#end(new TimeoutError(`${this.#request} timed out: ${limit}.`));
    if (left <= 0) expire();
    else this.#timer = setTimeout(expire, Math.min(timeout, left, longestTimer));
  }

  /** Stops the timeout until the next start. */
  pause(): void {
    clearTimeout(this.#timer);
  }

  /** Stops the timeout and no longer listens to the signal. */
  close(): void {
    this.pause();
    if (this.#onAbort) this.#limits.signal?.removeEventListener('abort', this.#onAbort);
  }

  /** Aborts the request, because nobody reads the rest of the response. */
  cancel(): void {
    this.#end(new AbortError(this.#request, undefined));
  }

  #end(reason: AskwellError): void {
    this.close();
    this.#reason = reason;
    this.emit('abort');
  }
}
