import { AbortError } from '../errors/abort-error.js';
import type { AskwellError } from '../errors/askwell-error.js';
import { TimeoutError } from '../errors/timeout-error.js';
import type { Deadline } from './deadline.js';
import { longestTimer } from './wait.js';

/** How long something may take, and what ends it before. */
export interface Limits {
  /** Milliseconds. */
  readonly timeout: number;
  readonly deadline: Deadline;
  readonly signal: AbortSignal | undefined;
}

const atDeadline = 'The call was not done by its deadline.';
const noAnswer = 'The server did not answer';

/** Watches over one try: ends it by its `signal` when the caller gives up or the time is over, and tells which it was. */
export class Watch {
  readonly #controller = new AbortController();
  readonly #limits: Limits;
  readonly #giveUp = () => this.#end(new AbortError(this.#limits.signal?.reason));
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failure: AskwellError | undefined;

  constructor(limits: Limits) {
    this.#limits = limits;
    if (limits.signal?.aborted) this.#giveUp();
    else limits.signal?.addEventListener('abort', this.#giveUp, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why it ended, if it was from here. */
  get failure(): AskwellError | undefined {
    return this.#failure;
  }

  /** From here on the time counts. */
  start(): void {
    const { timeout, deadline } = this.#limits;
    const left = deadline.left();
    const late = () => this.#end(new TimeoutError(left <= timeout ? atDeadline : `${noAnswer} within ${timeout} ms.`));
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
    this.#limits.signal?.removeEventListener('abort', this.#giveUp);
  }

  /** What is still to come is not wanted any more. */
  abandon(): void {
    this.#end(new AbortError(undefined));
  }

  #end(failure: AskwellError): void {
    this.close();
    this.#failure = failure;
    this.#controller.abort(failure);
  }
}
