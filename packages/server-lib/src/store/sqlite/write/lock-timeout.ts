import { elapsed, pause } from '../../../timers.js';
import { isBusy } from '../store-error.js';

/** Captured, since fake timers replace it. */
const { hrtime } = process;

/** How long another process's lock is waited for before a write is refused, in milliseconds. */
export const defaultLockTimeout = 5_000;

/** How long SQLite itself may wait for a lock at a time. Short, so that the wait can be given up in between. */
export const busyTimeout = 200;

/** The pause between attempts. */
const retryDelay = 10;

/** Milliseconds on a clock that never goes back and is the same in all threads of a process. */
export function sharedNow(): number {
  const [seconds, nanoseconds] = hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000;
}

/** Repeats what fails for a lock until it succeeds or patience ends. It blocks: for the worker alone. */
export function retryWhileBusySync<Result>(patience: number, action: () => Result): Result {
  const since = elapsed();
  for (;;) {
    try {
      return action();
    } catch (error) {
      if (!isBusy(error) || elapsed() - since > patience) throw error;
      sleepSync();
    }
  }
}

/** Waits until another attempt is worth it. */
export function sleepSync(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryDelay);
}

/** The same where nothing may block: between attempts the event loop goes on. The first attempt comes at once. */
export async function retryWhileBusy<Result>(patience: number, action: () => Result): Promise<Result> {
  const since = elapsed();
  for (;;) {
    try {
      return action();
    } catch (error) {
      if (!isBusy(error) || elapsed() - since > patience) throw error;
      await pause(retryDelay);
    }
  }
}
