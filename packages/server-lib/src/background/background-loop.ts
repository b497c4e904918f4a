import { setTimeout } from '../timers.js';

interface LoopOptions {
  /** Does the work. Returns the milliseconds until the next time. */
  readonly run: () => Promise<number>;
  /** Resolves when the work can begin. Rejects if it never can. */
  readonly ready: () => Promise<void>;
  /** The shortest time between two runs, in milliseconds. */
  readonly minInterval: number;
}

/** Creates work that is repeated in the background, and earlier when it is woken. */
export function createBackgroundLoop({ run, ready, minInterval }: LoopOptions) {
  let running: Promise<void> | undefined;
  let isStopped = false;
  let isWoken = false;
  let endWait = (): void => {};

  async function repeat(): Promise<void> {
    // `ready()` waits for the caller, so it must not be called in the same turn.
    await Promise.resolve();
    const isReady = await ready().then(
      () => true,
      () => false,
    );
    while (isReady && !isStopped) {
      isWoken = false;
      const interval = await run();
      await wait(minInterval, () => isStopped);
      await wait(interval - minInterval, () => isStopped || isWoken);
    }
  }

  /** Waits until a time has passed, or the condition holds after {@link wake}. */
  function wait(milliseconds: number, isOver: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      if (isOver()) {
        resolve();
        return;
      }
      endWait = () => {
        if (isOver()) resolve();
      };
      setTimeout(resolve, Math.max(milliseconds, 0)).unref();
    });
  }

  function wake(): void {
    isWoken = true;
    endWait();
  }

  return {
    get isStopped() {
      return isStopped;
    },

    /** Starts, unless it runs. If it could not begin, the next call starts it again. */
    start(): void {
      if (isStopped) return;
      running ??= repeat().finally(() => {
        running = undefined;
      });
    },

    /** Lets the next run begin soon. */
    wake,

    /** Waits within a run. Returns whether to continue: not after `stop`, which ends the wait. */
    async pause(milliseconds: number): Promise<boolean> {
      await wait(milliseconds, () => isStopped);
      return !isStopped;
    },

    /** Ends after the current run, or at its next pause. */
    async stop(): Promise<void> {
      isStopped = true;
      wake();
      await running;
    },
  };
}
