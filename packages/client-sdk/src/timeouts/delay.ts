/** The maximum delay of `setTimeout`. With a longer delay it fires immediately. */
export const longestTimer = 2 ** 31 - 1;

/** What ends a wait early. */
export interface Interruption {
  readonly signal: AbortSignal | undefined;
  /** Converts the reason of the signal into the error of the rejection. */
  readonly toError: (reason: unknown) => Error;
}

/** Waits, also longer than {@link longestTimer}. Rejects when the signal is aborted. */
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
