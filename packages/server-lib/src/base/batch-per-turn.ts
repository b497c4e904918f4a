import { createAcceptGate } from './accept-gate.js';
import { systemClock } from './clock.js';
import { afterMicrotasks, atEndOfTurn } from './event-loop.js';

/**
 * The maximum number of requests that run in one turn. A higher number delays the writer and the replies; a lower
 * number makes smaller batches.
 */
const maxPerTurn = 128;

/** How long the requests of one turn may take together, in milliseconds. Fewer requests run if each takes longer. */
const maxTimePerTurn = 10;

/** The minimum number of requests that continue together. They share a promise, which takes less memory. */
const maxPerStep = 8;

interface Step {
  readonly ended: Promise<void>;
  readonly end: () => void;
  waiting: number;
}

/** From this number of turns on, waiting requests get as much time as everything else on the event loop. */
const backlogSize = 4;

/** The longest time that a backlog may block the event loop, in milliseconds. */
const maxBacklogTime = 20;

/** Batches the requests of an instance that arrive in one turn of the event loop. */
export interface TurnBatcher {
  /**
   * Resolves at the end of this turn of the event loop. All callers of one turn continue together, each in its own async
   * context, so an `AsyncLocalStorage` of the host still works. Running one step for many requests is faster than running
   * all steps for one request after the other: the code stays in the processor's cache, and reads share a snapshot. Under
   * high load, later callers continue in later turns, in their order.
   */
  endOfTurn(): Promise<void>;
  /** Records that a new connection was accepted. Further connections are accepted before a backlog continues. */
  connected(): void;
  /** Returns about how many milliseconds a request that arrives now waits for its turn. */
  estimateWait(): number;
  /** Returns whether requests wait for several turns. */
  isBusy(): boolean;
}

/**
 * The number of recent turns whose cost limits the next turns. After a start, the first turns are slow because code is
 * compiled.
 */
const costSamples = 5;

/**
 * Returns the cost of a request after some turns: the median, because other processes may run during a turn. Smaller turns than
 * necessary would make smaller groups of writes, which cost more.
 */
function medianOf(costs: readonly number[]): number {
  return [...costs].sort((a, b) => a - b)[costs.length >> 1] ?? 0;
}

export function createTurnBatcher(elapsed = () => systemClock.elapsed()): TurnBatcher {
  /** The requests that wait, in their order. */
  const steps: Step[] = [];
  let waiting = 0;
  let isScheduled = false;
  /** The time that a request takes until it waits, in milliseconds, in each of the last turns and as their median. */
  const costs: number[] = [];
  let cost = 0;
  /** The average time of a request during a backlog, in milliseconds, including other work of the event loop. */
  let timePerRequest = maxTimePerTurn / maxPerTurn;
  /** The number of requests since the last run through a backlog ended. */
  let ran = 0;
  const gate = createAcceptGate();
  /** When the last run through a backlog ended. Undefined when there is no backlog. */
  let backlogEndedAt: number | undefined;

  /** Returns how many requests run in one turn: cost counts, not only their number. */
  function turnSize(): number {
    return Math.max(1, Math.min(maxPerTurn, Math.floor(maxTimePerTurn / cost)));
  }

  function waitingTurns(): number {
    return Math.ceil(waiting / turnSize());
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    atEndOfTurn(endTurns);
  }

  async function endTurns(): Promise<void> {
    isScheduled = false;
    if (waitingTurns() > 1 && !gate.isOpen()) {
      schedule();
      return;
    }
    const now = elapsed();
    const hasBacklog = waitingTurns() >= backlogSize;
    const otherWork = hasBacklog && backlogEndedAt !== undefined ? now - backlogEndedAt : 0;
    if (!hasBacklog) backlogEndedAt = undefined;
    const deadline = now + Math.min(otherWork, maxBacklogTime);
    await new Promise<void>((end) => endNextTurn({ hasBacklog, deadline, end }));
  }

  /**
   * Ends turns until a deadline. Otherwise an event loop that reads and refuses thousands of requests between two turns
   * would hardly ever get to the requests that it has admitted.
   */
  function endNextTurn(run: {
    readonly hasBacklog: boolean;
    readonly deadline: number;
    readonly end: () => void;
  }): void {
    const startedAt = elapsed();
    const ended = steps.splice(0, Math.ceil(turnSize() / maxPerStep));
    let requests = 0;
    for (const step of ended) {
      requests += step.waiting;
      step.end();
    }
    waiting -= requests;
    afterMicrotasks(() => {
      const now = elapsed();
      costs.push((now - startedAt) / Math.max(1, requests));
      if (costs.length > costSamples) costs.shift();
      if (costs.length === costSamples) cost = medianOf(costs);
      ran += requests;
      if (waiting > 0 && now < run.deadline) {
        endNextTurn(run);
        return;
      }
      if (backlogEndedAt !== undefined)
        timePerRequest += ((now - backlogEndedAt) / Math.max(1, ran) - timePerRequest) / 4;
      backlogEndedAt = run.hasBacklog && waiting > 0 ? now : undefined;
      ran = 0;
      if (waiting > 0) schedule();
      run.end();
    });
  }

  return {
    endOfTurn() {
      let step = steps.at(-1);
      if (!step || step.waiting === maxPerStep) {
        step = createStep();
        steps.push(step);
        schedule();
      }
      step.waiting++;
      waiting++;
      return step.ended;
    },
    connected: gate.connected,
    estimateWait: () => waiting * timePerRequest,
    isBusy: () => waitingTurns() >= backlogSize,
  };
}

function createStep(): Step {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { ended, end, waiting: 0 };
}
