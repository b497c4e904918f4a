import { AskwellError } from '../errors.js';

/** Seconds after which a request that found the queue full may try again. */
const retryAfter = 5;

/** Gives a turn back; calling it again does nothing. */
export type Release = () => void;

/** Those of one account that wait for their turn. */
interface Line {
  readonly waiting: (() => void)[];
}

/**
 * Gives each account one turn at a time. Others of the same account wait in their order; accounts do not wait for each
 * other.
 */
export class AccountQueues {
  readonly #lines = new Map<number, Line>();

  /** @param maxWaiting How many of one account may wait; more are refused with 429. */
  constructor(private readonly maxWaiting: number) {}

  /**
   * Waits for the account's turn.
   *
   * @param signal Leaves the queue when it aborts.
   * @param mayBeRefused Whether a full queue refuses it; otherwise it waits whatever the queue's length.
   * @throws AskwellError with the code `rate_limited` where too many wait, and where the signal aborts.
   */
  async acquire(account: number, signal: AbortSignal, mayBeRefused = true): Promise<Release> {
    const line = this.#lines.get(account);
    if (!line) {
      this.#lines.set(account, { waiting: [] });
    } else {
      if (mayBeRefused && line.waiting.length >= this.maxWaiting) throw tooMany(this.maxWaiting);
      await waitIn(line, signal);
    }
    let ended = false;
    return () => {
      if (!ended) this.#next(account);
      ended = true;
    };
  }

  /** The turn goes straight to the one that has waited longest. */
  #next(account: number): void {
    const next = this.#lines.get(account)?.waiting.shift();
    if (next) next();
    else this.#lines.delete(account);
  }
}

function waitIn({ waiting }: Line, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      const at = waiting.indexOf(go);
      if (at >= 0) waiting.splice(at, 1);
      reject(gone());
    };
    const go = (): void => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    if (signal.aborted) {
      reject(gone());
      return;
    }
    waiting.push(go);
    signal.addEventListener('abort', leave, { once: true });
  });
}

/** Nobody is there to read it. */
function gone(): AskwellError {
  return new AskwellError('rate_limited', undefined, { retryAfter });
}

function tooMany(most: number): AskwellError {
  const message = `Heavy requests of an account run one at a time, and ${most} are waiting. Try again later.`;
  return new AskwellError('rate_limited', message, { retryAfter });
}
