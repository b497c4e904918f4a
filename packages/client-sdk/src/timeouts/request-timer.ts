import type { HttpRequest } from '../backends/http-request.js';
import { describeRequest } from '../backends/http-request.js';
import { AbortError } from '../errors/abort-error.js';
import type { AskwellError } from '../errors/askwell-error.js';
import { TimeoutError } from '../errors/timeout-error.js';
import type { Deadline } from './deadline.js';
import { longestTimer, type Timing } from './timing.js';

/** The time limits of a call, what measures them, and the signal that aborts it. */
export interface Limits {
  readonly timing: Timing;
  /** The timeout of each attempt, in milliseconds. */
  readonly timeout: number;
  readonly deadline: Deadline;
  readonly signal: AbortSignal | undefined;
}

/**
 * The timer of one attempt. Aborts it when the time limit is reached or the caller aborts the call. undici accepts it in place
 * of a signal; creating a signal takes longer than everything else in an attempt.
 */
export class RequestTimer {
  readonly #limits: Limits;
  readonly #request: HttpRequest;
  readonly #onAbort: (() => void) | undefined;
  #stop: (() => void) | undefined;
  #reason: AskwellError | undefined;
  readonly #listeners = new Set<() => void>();

  /** @param request Described in errors. */
  constructor(limits: Limits, request: HttpRequest) {
    this.#limits = limits;
    this.#request = request;
    const { signal } = limits;
    if (!signal) return;
    this.#onAbort = () => this.#end(new AbortError(describeRequest(request), signal.reason));
    if (signal.aborted) this.#onAbort();
    else signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** The reason why this timer ended the attempt, if it did. */
  get reason(): AskwellError | undefined {
    return this.#reason;
  }

  /** Whether this timer ended the attempt. */
  get aborted(): boolean {
    return this.#reason !== undefined;
  }

  /** Calls the listener when this timer ends the attempt. */
  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Removes the listener. */
  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }

  /** Returns a signal that is aborted when this timer ends the attempt. */
  toSignal(): AbortSignal {
    const controller = new AbortController();
    if (this.#reason) controller.abort(this.#reason);
    else this.addEventListener('abort', () => controller.abort(this.#reason));
    return controller.signal;
  }

  /** Starts the timeout. */
  start(): void {
    const { timing, timeout, deadline } = this.#limits;
    const left = deadline.left();
    const expire = () => {
      const limit = left <= timeout ? 'not complete by the deadline' : `no response within ${timeout} ms`;
      this.#end(new TimeoutError(`${describeRequest(this.#request)} timed out: ${limit}.`));
    };
    if (left <= 0) expire();
    else this.#stop = timing.after(Math.min(timeout, left, longestTimer), expire);
  }

  /** Stops the timeout until the next start. */
  pause(): void {
    this.#stop?.();
  }

  /** Stops the timeout and no longer listens to the signal. */
  close(): void {
    this.pause();
    if (this.#onAbort) this.#limits.signal?.removeEventListener('abort', this.#onAbort);
  }

  /** Aborts the request, because nobody reads the rest of the response. */
  cancel(): void {
    this.#end(new AbortError(describeRequest(this.#request), undefined));
  }

  #end(reason: AskwellError): void {
    this.close();
    this.#reason = reason;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}
