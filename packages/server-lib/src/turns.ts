// Captured when this module is loaded, since a host's tests may replace the global ones.
const { setImmediate } = globalThis;
const { nextTick } = process;

/** How long all long work together may run in one turn of the event loop, in milliseconds. */
const maxTimePerTurn = 5;

/** Divides the turns of the event loop between requests that must be quick and long work. */
export interface Turns {
  /** Calls a function at the end of this turn, before long work, which waits until the function has ended. */
  atEnd(callback: () => Promise<void>): void;
  /** Returns a promise that resolves in a later turn, when a piece of long work may run. */
  next(): Promise<void>;
  /** Returns undefined if a piece of long work may run in this turn, otherwise a promise as `next` does. */
  forLongWork(): Promise<void> | undefined;
}

/**
 * Creates the turns of an event loop. A turn first runs what must be quick, then pieces of long work in the order in which they
 * asked, until they have run for some milliseconds. At least one piece runs in each turn.
 *
 * @param elapsed Returns milliseconds on a monotonic clock.
 */
export function createTurns(elapsed: () => number): Turns {
  const quick: (() => Promise<void>)[] = [];
  /** Pieces of long work that continue in the next turns. */
  const waiting: (() => void)[] = [];
  /** When this turn began to work. Undefined while nothing runs. */
  let startedAt: number | undefined;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(endTurn);
  }

  function startTurn(): void {
    startedAt = elapsed();
    schedule();
  }

  function endTurn(): void {
    isScheduled = false;
    startedAt = undefined;
    if (quick.length === 0 && waiting.length === 0) return;
    startTurn();
    // What starts to wait meanwhile continues in a later turn.
    const due = waiting.length;
    if (quick.length === 0) resume(due);
    else void Promise.all(quick.splice(0).map((run) => run())).then(() => startLongWork(due));
  }

  /** The time of what was quick does not count: otherwise visitors' answers could leave almost none for everything else. */
  function startLongWork(due: number): void {
    startedAt = elapsed();
    resume(due);
  }

  function resume(due: number): void {
    if (due === 0) return;
    waiting.shift()?.();
    afterMicrotasks(() => {
      if (hasTime()) resume(due - 1);
    });
  }

  function hasTime(): boolean {
    return startedAt === undefined || elapsed() - startedAt < maxTimePerTurn;
  }

  function wait(): Promise<void> {
    schedule();
    return new Promise((resolve) => waiting.push(resolve));
  }

  return {
    atEnd(callback) {
      schedule();
      quick.push(callback);
    },
    next: wait,
    forLongWork() {
      if (startedAt === undefined) startTurn();
      return waiting.length === 0 && hasTime() ? undefined : wait();
    },
  };
}

/** Calls a function after all work that can run without another turn of the event loop. */
export function afterMicrotasks(callback: () => void): void {
  // A tick that is requested by a microtask runs after all microtasks.
  queueMicrotask(() => nextTick(callback));
}
