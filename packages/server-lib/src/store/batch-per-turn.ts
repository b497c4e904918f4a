import { systemClock } from '../clock.js';
import { afterMicrotasks, setImmediate } from '../event-loop.js';

/** Requests that run in one turn. A higher number delays the writer and the replies; a lower one makes smaller batches. */
const maxPerTurn = 128;

interface Turn {
  readonly ended: Promise<void>;
  readonly end: () => void;
  waiting: number;
}

/** From this number of turns on, waiting requests get as much time as everything else on the event loop. */
const backlogSize = 4;

/** The longest time that a backlog may block the event loop, in milliseconds. */
const maxBacklogTime = 50;

/** Batches the requests of an instance that arrive in one turn of the event loop. */
export interface TurnBatcher {
  /**
   * Resolves at the end of this turn of the event loop. All callers of one turn continue together, each in its own async
   * context, so an `AsyncLocalStorage` of the host still works. Running one step for many requests is faster than running
   * all steps for one request after the other: the code stays in the processor's cache, and reads share a snapshot. Under
   * high load, later callers continue in later turns, in their order.
   */
  endOfTurn(): Promise<void>;
  /** Returns about how many milliseconds a request that arrives now waits for its turn. */
  estimateWait(): number;
}

export function createTurnBatcher(): TurnBatcher {
  const turns: Turn[] = [];
  let isScheduled = false;
  /** The average duration of a turn during a backlog, in milliseconds, including other work of the event loop. */
  let averageTurnTime = 10;
  /** When the last run through a backlog ended. Undefined when there is no backlog. */
  let backlogEndedAt: number | undefined;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(endTurns);
  }

  function endTurns(): void {
    isScheduled = false;
    if (turns.length >= backlogSize) {
      const now = systemClock.elapsed();
      const otherWork = backlogEndedAt === undefined ? 0 : now - backlogEndedAt;
      endNextTurn(now + Math.min(otherWork, maxBacklogTime), 1);
      return;
    }
    backlogEndedAt = undefined;
    turns.shift()?.end();
    if (turns.length > 0) schedule();
  }

  /**
   * Ends turns until a deadline. Otherwise an event loop that reads and refuses thousands of requests between two turns
   * would hardly ever get to the requests that it has admitted.
   */
  function endNextTurn(deadline: number, count: number): void {
    turns.shift()?.end();
    afterMicrotasks(() => continueBacklog(deadline, count));
  }

  function continueBacklog(deadline: number, count: number): void {
    const now = systemClock.elapsed();
    if (turns.length > 0 && now < deadline) {
      endNextTurn(deadline, count + 1);
      return;
    }
    if (backlogEndedAt !== undefined) averageTurnTime += ((now - backlogEndedAt) / count - averageTurnTime) / 4;
    backlogEndedAt = turns.length > 0 ? now : undefined;
    if (turns.length > 0) schedule();
  }

  return {
    endOfTurn() {
      let turn = turns.at(-1);
      if (!turn || turn.waiting === maxPerTurn) {
        turn = createTurn();
        turns.push(turn);
        schedule();
      }
      turn.waiting++;
      return turn.ended;
    },
    estimateWait: () => turns.length * averageTurnTime,
  };
}

function createTurn(): Turn {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { ended, end, waiting: 0 };
}
