import { systemClock } from '../../base/clock.js';
import { isBusy } from './sqlite-errors.js';

/** Captured, since fake timers replace it. */
const { hrtime } = process;

/** How long a write waits for the lock of another process before it is refused, in milliseconds. */
export const defaultLockTimeout = 5_000;

/** How long one attempt of SQLite waits for a lock, in milliseconds. Short, so that the deadline can be checked between attempts. */
export const busyTimeout = 200;

/** The pause between attempts, in milliseconds. */
const retryDelay = 10;

/** Returns milliseconds on a monotonic clock that all threads of a process share. */
export function sharedNow(): number {
  const [seconds, nanoseconds] = hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000;
}

/** Retries an action while the database is locked, until a timeout in milliseconds. Blocks the thread: only for workers. */
export function retryWhileBusySync<Result>(timeout: number, action: () => Result): Result {
  const since = systemClock.elapsed();
  for (;;) {
    try {
      return action();
    } catch (error) {
      if (!isBusy(error) || systemClock.elapsed() - since > timeout) throw error;
      sleepSync();
    }
  }
}

/** Blocks the thread until the next attempt. */
export function sleepSync(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryDelay);
}

/** Retries an action while the database is locked, until a timeout in milliseconds. Does not block between attempts. */
export async function retryWhileBusy<Result>(timeout: number, action: () => Result): Promise<Result> {
  const since = systemClock.elapsed();
  for (;;) {
    try {
      return action();
    } catch (error) {
      if (!isBusy(error) || systemClock.elapsed() - since > timeout) throw error;
      await systemClock.pause(retryDelay);
    }
  }
}
