import type { Clock, Timer } from '../clock.js';

interface LoopOptions {
  readonly clock: Clock;
  /** Does the work. Returns the milliseconds until the next time. */
  readonly run: () => Promise<number>;
  /** Resolves when the work can begin. Rejects if it never can. */
  readonly ready: () => Promise<void>;
  /** The shortest time between two runs, in milliseconds. */
  readonly minInterval: number;
  /** Resolves when what the last run has started beside the loop is done. A clock that a test moves waits for it. */
  readonly started?: () => Promise<unknown>;
}

/** Creates work that is repeated in the background, and earlier when it is woken. All of it runs when the clock says so. */
export function createBackgroundLoop({ clock, run, ready, minInterval, started }: LoopOptions) {
  let isRepeating = false;
  let isStopped = false;
  let isWoken = false;
  /** The next run, unless one is running. */
  let timer: Timer | undefined;
  let running: Promise<void> | undefined;
  /** When the next run may begin, on the clock. */
  let earliest = Number.NEGATIVE_INFINITY;
  let endPause = (): void => {};

  async function runOnce(): Promise<void> {
    timer = undefined;
    running = runIfReady().finally(() => {
      running = undefined;
    });
    await running;
    await started?.();
  }

  async function runIfReady(): Promise<void> {
    const isReady = await ready().then(
      () => true,
      () => false,
    );
    if (!isReady || isStopped) {
      isRepeating = false;
      return;
    }
    isWoken = false;
    const interval = await run();
    earliest = clock.elapsed() + minInterval;
    // `wake` may have been called while the work was done.
    schedule(isWoken ? minInterval : Math.max(interval, minInterval));
  }

  function schedule(milliseconds: number): void {
    if (!isStopped) timer = clock.setTimeout(runOnce, Math.max(milliseconds, 0), 'repeat');
  }

  function wake(): void {
    isWoken = true;
    if (!timer) return;
    timer.cancel();
    schedule(earliest - clock.elapsed());
  }

  return {
    get isStopped() {
      return isStopped;
    },

    /** Starts, unless it runs. If it could not begin, the next call starts it again. */
    start(): void {
      if (isStopped || isRepeating) return;
      isRepeating = true;
      // Not in the same turn: `ready()` waits for the caller.
      schedule(0);
    },

    /** Lets the next run begin soon. */
    wake,

    /** Waits within a run. Returns whether to continue: not after `stop`, which ends the wait. */
    async pause(milliseconds: number): Promise<boolean> {
      if (isStopped) return false;
      await new Promise<void>((resolve) => {
        const pausing = clock.setTimeout(resolve, milliseconds, 'pause');
        endPause = () => {
          pausing.cancel();
          resolve();
        };
      });
      return !isStopped;
    },

    /** Ends after the current run, or at its next pause. */
    async stop(): Promise<void> {
      isStopped = true;
      timer?.cancel();
      endPause();
      await running;
    },
  };
}
