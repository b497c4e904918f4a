import { AbortError } from '../errors/abort-error.js';

/** A timer that is set to more than this goes off at once. */
export const longestTimer = 2 ** 31 - 1;

/** Waits, however long; rejects as soon as the signal says so. */
export async function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  let left = milliseconds;
  for (; left > longestTimer; left -= longestTimer) await pause(longestTimer, signal);
  await pause(left, signal);
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(new AbortError(signal?.reason));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    }, milliseconds);
    if (signal?.aborted) giveUp();
    else signal?.addEventListener('abort', giveUp, { once: true });
  });
}
