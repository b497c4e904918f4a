import { AbandonedError, AskwellError } from '../../base/errors.js';

/** The number of seconds after which a request that was rejected because of a full queue may be repeated. */
const retryAfter = 5;

/** Releases a lock. Further calls do nothing. */
export type Release = () => void;

/** A lock for each account, with a queue. Requests of one account wait in order. Accounts do not wait for each other. */
export class AccountQueues {
  /** The waiting requests of each account that holds its lock. */
  readonly #queues = new Map<number, (() => void)[]>();

  /** @param maxWaiting The number of requests of one account that can wait. Further requests are rejected with 429. */
  constructor(private readonly maxWaiting: number) {}

  /**
   * Waits for the lock of an account.
   *
   * @param signal Leaves the queue when it aborts.
   * @param maxWaiting The number of requests that can wait. A full queue rejects the request.
   * @throws AskwellError with the code `rate_limited` if the queue is full or the signal aborts.
   */
  async acquire(account: number, signal: AbortSignal, maxWaiting = this.maxWaiting): Promise<Release> {
    const queue = this.#queues.get(account);
    if (!queue) {
      this.#queues.set(account, []);
    } else {
      if (queue.length >= maxWaiting) throw queueFullError(maxWaiting);
      await waitIn(queue, signal);
    }
    let isReleased = false;
    return () => {
      if (!isReleased) this.#next(account);
      isReleased = true;
    };
  }

  /** Passes the lock directly to the request that has waited longest. */
  #next(account: number): void {
    const next = this.#queues.get(account)?.shift();
    if (next) next();
    else this.#queues.delete(account);
  }
}

function waitIn(queue: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      const index = queue.indexOf(enter);
      if (index >= 0) queue.splice(index, 1);
      reject(new AbandonedError());
    };
    const enter = (): void => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    if (signal.aborted) {
      reject(new AbandonedError());
      return;
    }
    queue.push(enter);
    signal.addEventListener('abort', leave, { once: true });
  });
}

function queueFullError(waiting: number): AskwellError {
  const message = `Heavy requests of an account run one at a time, and ${waiting} are already waiting. Try again later.`;
  return new AskwellError('rate_limited', message, { retryAfter });
}
