import type { Clock, Timer, TimerKind } from './clock.js';
import { describeError, type Logger } from './logger.js';

interface TaskOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Does the work. Can return the milliseconds until the next run, in place of the interval. */
  readonly run: () => Promise<number | undefined> | Promise<void>;
  /** Milliseconds between a run and the next one. Absent: the task runs only when it is asked to. */
  readonly interval?: number;
  /** Milliseconds between a failed run and the next one. Default: the interval. */
  readonly retryInterval?: number;
  /** The message that is logged when a run fails, unless the previous run failed too. */
  readonly warning: string;
  /** Resolves when the work can begin. Rejects if it never can. */
  readonly ready?: () => Promise<void>;
  /** The shortest time between two runs, in milliseconds. */
  readonly minInterval?: number;
  /** How long `stop` waits for work until it aborts `stopped`, in milliseconds. Absent: until the work is done. */
  readonly stopTimeout?: number;
}

/**
 * Work that is repeated in the background. `wake` starts the next run earlier. All delays use the given clock.
 */
export type PeriodicTask = ReturnType<typeof createPeriodicTask>;

/** Creates work that is repeated in the background. Its runs never overlap. A failed run is logged and repeated. */
export function createPeriodicTask(options: TaskOptions) {
  const { clock, logger, run, interval, retryInterval = interval, warning, ready, minInterval = 0 } = options;
  const stopped = new AbortController();
  const beside = new Set<Promise<void>>();
  /** The work that the last run has started beside the task. */
  const started: Promise<void>[] = [];
  let isRepeating = false;
  let isStopped = false;
  let isWoken = false;
  let isFailing = false;
  /** The next run, unless one is running. */
  let timer: Timer | undefined;
  let running = Promise.resolve();
  /** When the next run may begin, on the clock. */
  let earliest = Number.NEGATIVE_INFINITY;
  let endPause = (): void => {};

  function runNow(): Promise<void> {
    running = running.then(runIfReady);
    return running;
  }

  /** A clock that a test controls also waits for the work that the run has started. */
  async function runAndWait(): Promise<void> {
    timer = undefined;
    await runNow();
    await Promise.all(started.splice(0));
  }

  async function runIfReady(): Promise<void> {
    timer?.cancel();
    timer = undefined;
    const isReady = await Promise.resolve(ready?.()).then(
      () => true,
      () => false,
    );
    if (!isReady || isStopped) {
      isRepeating = false;
      return;
    }
    isWoken = false;
    const next = await runOrWarn();
    earliest = clock.elapsed() + minInterval;
    // `wake` may have been called while the work was done.
    if (next !== undefined) schedule(isWoken ? minInterval : Math.max(next, minInterval), 'repeat');
  }

  async function runOrWarn(): Promise<number | undefined> {
    try {
      const next = await run();
      isFailing = false;
      return typeof next === 'number' ? next : interval;
    } catch (error) {
      if (!isFailing && !isStopped) logger.warn(describeError(error), warning);
      isFailing = true;
      return retryInterval;
    }
  }

  function schedule(milliseconds: number, kind?: TimerKind): void {
    timer?.cancel();
    if (!isStopped) timer = clock.setTimeout(runAndWait, Math.max(milliseconds, 0), kind);
  }

  return {
    get isStopped() {
      return isStopped;
    },

    /** Aborted when `stop` no longer waits for the work. */
    get stopped(): AbortSignal {
      return stopped.signal;
    },

    /** Starts, unless it runs. If it could not begin, the next call starts it again. */
    start(): void {
      if (isStopped || isRepeating) return;
      isRepeating = true;
      // Not in the same turn: `ready()` waits for the caller.
      schedule(0, 'repeat');
    },

    /** Lets the next run begin soon. */
    wake(): void {
      isWoken = true;
      if (timer) schedule(earliest - clock.elapsed(), 'repeat');
    },

    /** Runs after a number of milliseconds at the latest. */
    runWithin(milliseconds: number): void {
      if (!timer) schedule(milliseconds);
    },

    /** Runs as soon as the current run is done. Resolves after the run, also if it has failed. */
    runNow,

    /** Continues work beside the following runs. It must not reject. */
    startBeside(work: Promise<void>): void {
      started.push(work);
      beside.add(work);
      void work.then(() => beside.delete(work));
    },

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

    /** Ends after the current run, or at its next pause, and after the work that was started beside the run. */
    async stop(): Promise<void> {
      isStopped = true;
      timer?.cancel();
      endPause();
      const { stopTimeout } = options;
      const abort = () => stopped.abort(new Error('The service stops.'));
      const limit = stopTimeout === undefined ? undefined : clock.setTimeout(abort, stopTimeout);
      await running;
      await Promise.all(beside);
      limit?.cancel();
    },
  };
}
