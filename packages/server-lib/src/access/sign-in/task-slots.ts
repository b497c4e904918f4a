import { AskwellError, OverloadError } from '../../errors.js';

/** The maximum number of waiting tasks. */
export interface WaitingLimits {
  readonly total: number;
  /** The maximum for one client. */
  readonly perClient: number;
}

interface QueuedTask {
  readonly begin: () => void;
  readonly refuse: (error: Error) => void;
}

/**
 * Runs at most `width` tasks at a time. Clients take turns: one that sends many tasks waits for its own, and delays others
 * by one task each turn. Where too many wait, the newest task of the client with the most of them is refused.
 */
export function createTaskSlots(width: number, { total, perClient }: WaitingLimits) {
  /** What waits, by client, in the order of their turns. */
  const queues = new Map<string, QueuedTask[]>();
  let waiting = 0;
  let taken = 0;

  function enter(client: string): Promise<void> {
    if (taken < width) {
      taken++;
      return Promise.resolve();
    }
    const queue = queues.get(client) ?? [];
    if (queue.length >= perClient) return Promise.reject(tooManyAtOnce());
    if (waiting >= total && !makeRoom(queue.length)) return Promise.reject(tooBusy());
    return new Promise((begin, refuse) => {
      queue.push({ begin, refuse });
      queues.set(client, queue);
      waiting++;
    });
  }

  /** Refuses a task of a client that has more waiting than the newcomer would have. */
  function makeRoom(newcomers: number): boolean {
    const longest = [...queues.values()].reduce((most, queue) => (queue.length > most.length ? queue : most), []);
    if (longest.length <= newcomers + 1) return false;
    longest.pop()?.refuse(tooBusy());
    waiting--;
    return true;
  }

  /** The slot goes straight to the client whose turn it is. */
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
    taken--;
  }

  return {
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

function tooManyAtOnce(): AskwellError {
  return new AskwellError('rate_limited', 'Too many attempts at once. Try again in a moment.', { retryAfter: 1 });
}

function tooBusy(): AskwellError {
  return new OverloadError('Too many people are signing in at once. Try again in a moment.');
}
