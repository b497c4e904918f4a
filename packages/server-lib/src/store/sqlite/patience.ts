import { isBusy } from './failures.js';

/** How long a write waits for another process's lock before it is refused, in milliseconds. */
export const patience = 5_000;

/** How long SQLite itself may wait for a lock at a time. Short, so that the wait can be given up in between. */
export const busyMilliseconds = 200;

/** The pause between attempts where nothing may block. */
export const pauseMilliseconds = 10;

/** Repeats what fails for a lock until it succeeds or patience ends. It blocks: for the worker alone. */
export function patiently<Result>(action: () => Result): Result {
  const since = performance.now();
  for (;;) {
    try {
      return action();
    } catch (error) {
      if (!isBusy(error) || performance.now() - since > patience) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMilliseconds);
    }
  }
}
