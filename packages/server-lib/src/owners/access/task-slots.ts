import { OverloadError } from '../../base/errors.js';
import { tooManyConcurrentError } from './attempt-errors.js';

/** The maximum numbers of waiting tasks. */
export interface WaitingLimits {
  readonly total: number;
  /** For each client. */
  readonly perClient: number;
}

interface QueuedTask {
  readonly begin: () => void;
  readonly refuse: (error: Error) => void;
}

/**
 * Runs at most `width` tasks at a time. Clients take turns, so that a client with many tasks delays each other client
 * by one task only. If too many tasks wait, the newest task of the client with the most waiting tasks is refused.
 */
export function createTaskSlots(width: number, { total, perClient }: WaitingLimits) {
  /** The waiting tasks of each client, in the order of the turns. */
  const queues = new Map<string, QueuedTask[]>();
  let waiting = 0;
  let running = 0;

  function enter(client: string): Promise<void> {
    if (running < width) {
      running++;
      return Promise.resolve();
    }
    const queue = queues.get(client) ?? [];
    if (queue.length >= perClient) return Promise.reject(tooManyConcurrentError());
    if (waiting >= total && !refuseFromLongestQueue(queue.length)) return Promise.reject(overloadError());
    return new Promise((begin, refuse) => {
      queue.push({ begin, refuse });
      queues.set(client, queue);
      waiting++;
    });
  }

  /**
   * Refuses a task of a client that has more waiting tasks than the new client would have. Returns false if no client
   * has more.
   */
  function refuseFromLongestQueue(ownLength: number): boolean {
    const longest = [...queues.values()].reduce((max, queue) => (queue.length > max.length ? queue : max), []);
    if (longest.length <= ownLength + 1) return false;
    longest.pop()?.refuse(overloadError());
    waiting--;
    return true;
  }

  /** Passes the slot on to the client whose turn it is, without releasing it in between. */
  function leave(): void {
    for (const [client, queue] of queues) {
      const next = queue.shift();
      queues.delete(client);
      if (queue.length > 0) queues.set(client, queue);
      if (!next) continue;
      waiting--;
      next.begin();
      return;
    }
    running--;
  }

  return {
    /**
     * Runs a task in the turn of its client.
     *
     * @throws AskwellError with the code `rate_limited` or `unavailable` if too many tasks wait.
     */
    async run<Result>(client: string, task: () => Promise<Result>): Promise<Result> {
      await enter(client);
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
}

function overloadError(): OverloadError {
  return new OverloadError('Too many people are signing in at once. Try again in a moment.');
}
