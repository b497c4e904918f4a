import { setMaxListeners } from 'node:events';
import type { Clock } from './clock.js';

/** Thrown when a server or a function of the host did not answer in time. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';

  /**
   * @param what The name of the callee.
   * @param timeout Milliseconds.
   */
  constructor(what: string, timeout: number) {
    super(`${what} did not answer within ${timeout} ms.`);
  }
}

export interface Deadline {
  /** The name of the callee in the error: `getUser`, "The SMTP server". */
  readonly what: string;
  readonly clock: Clock;
  /** Milliseconds. */
  readonly timeout: number;
  /** Also ends the call, with the reason of the signal. */
  readonly stopped?: AbortSignal | undefined;
}

/**
 * Calls a server, a library that talks to one, or a function of the host. Every call out of the process uses this
 * function, so that it ends at its deadline even if the callee sends neither a reply nor an error and keeps the
 * connection open.
 *
 * @param call Its signal is aborted at the deadline, to free the resources of the call. Nothing waits until they are
 * free.
 * @throws DeadlineError, the reason of `stopped`, or what `call` throws.
 */
export async function callOutside<Result>(
  call: (signal: AbortSignal) => Result | PromiseLike<Result>,
  { what, clock, timeout, stopped }: Deadline,
): Promise<Result> {
  stopped?.throwIfAborted();
  const ended = new AbortController();
  const end = new Promise<never>((_resolve, reject) => {
    ended.signal.addEventListener('abort', () => reject(ended.signal.reason), { once: true });
  });
  const stop = () => ended.abort(stopped?.reason);
  if (stopped) {
    // All calls under way listen to the signal of their service. Node would warn from the eleventh on.
    setMaxListeners(0, stopped);
    stopped.addEventListener('abort', stop, { once: true });
  }
  const timer = clock.setTimeout(() => ended.abort(new DeadlineError(what, timeout)), timeout, 'deadline');
  try {
    // Called in a promise, so that an error that it throws at once is handled too.
    return await Promise.race([end, Promise.resolve(ended.signal).then(call)]);
  } finally {
    timer.cancel();
    stopped?.removeEventListener('abort', stop);
  }
}
