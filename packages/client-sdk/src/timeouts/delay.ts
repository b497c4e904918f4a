/** The longest delay of a timer: one with a longer delay fires at once. */
export const longestTimer = 2 ** 31 - 1;

/** A reason not to wait any longer. */
export interface Interruption {
  readonly signal: AbortSignal | undefined;
  /** Returns the error with which the wait rejects. */
  readonly toError: (reason: unknown) => Error;
}

/** Waits any number of milliseconds. Rejects as soon as the signal is aborted. */
export async function delay(milliseconds: number, interruption: Interruption): Promise<void> {
  let left = milliseconds;
  for (; left > longestTimer; left -= longestTimer) await pause(longestTimer, interruption);
  await pause(left, interruption);
}

function pause(milliseconds: number, { signal, toError }: Interruption): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(toError(signal?.reason));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
