import { longestTimer, type Timing } from './timing.js';

/** What ends a wait early. */
export interface Interruption {
  readonly signal: AbortSignal | undefined;
  /** Converts the reason of the signal into the error of the rejection. */
  readonly toError: (reason: unknown) => Error;
}

/** Waits, also longer than {@link longestTimer}. Rejects when the signal is aborted. */
export async function delay(timing: Timing, milliseconds: number, interruption: Interruption): Promise<void> {
  let left = milliseconds;
  for (; left > longestTimer; left -= longestTimer) await pause(timing, longestTimer, interruption);
  await pause(timing, left, interruption);
}

function pause(timing: Timing, milliseconds: number, { signal, toError }: Interruption): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      stop();
      reject(toError(signal?.reason));
    };
    const stop = timing.after(milliseconds, () => {
      signal?.removeEventListener('abort', abort);
      resolve();
    });
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
