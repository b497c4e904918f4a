import { elapsed, setImmediate } from '../timers.js';

/** More of them would keep the writer and those who wait for replies waiting; fewer would do each step too seldom in a row. */
const mostTogether = 128;

interface Turn {
  readonly ended: Promise<void>;
  readonly end: () => void;
  waiting: number;
}

const turns: Turn[] = [];
let isScheduled = false;

/** From so many on, those who wait get as much time as all else that the loop does. */
const backlog = 4;

/** Milliseconds that they get at most before the loop goes on. */
const longestWork = 50;

/** About how many milliseconds a turn takes while there is a backlog, with what the loop does between them. */
let pace = 10;

/** When the loop went on after it had worked on a backlog; undefined where there is none. */
let wentOn: number | undefined;

/** Captured, since fake timers may replace it. */
const { nextTick } = process;

/**
 * The end of this turn of the event loop. All who wait for it go on together, each in its own async context: what a host
 * keeps in an `AsyncLocalStorage` says who asks. Doing one thing many times over is faster than doing many things in
 * turn: the code stays in the processor's cache, and reads share one state of the database. Where very many wait, the
 * next of them go on a turn later, in the order they came.
 */
export function endOfTurn(): Promise<void> {
  let turn = turns.at(-1);
  if (!turn || turn.waiting === mostTogether) {
    turn = newTurn();
    turns.push(turn);
    schedule();
  }
  turn.waiting++;
  return turn.ended;
}

function newTurn(): Turn {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { ended, end, waiting: 0 };
}

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(endTurns);
}

function endTurns(): void {
  isScheduled = false;
  if (turns.length >= backlog) {
    const now = elapsed();
    const share = wentOn === undefined ? 0 : now - wentOn;
    workOff(now + Math.min(share, longestWork), 1);
    return;
  }
  wentOn = undefined;
  turns.shift()?.end();
  if (turns.length > 0) schedule();
}

/**
 * Ends turns until their time is over. A loop that reads and refuses thousands of requests between two turns would
 * otherwise hardly come to those that it has admitted.
 */
function workOff(until: number, count: number): void {
  turns.shift()?.end();
  // A tick that is asked for by a microtask comes when all the work that the turn can do now is done.
  queueMicrotask(() => nextTick(goOn, until, count));
}

function goOn(until: number, count: number): void {
  const now = elapsed();
  if (turns.length > 0 && now < until) {
    workOff(until, count + 1);
    return;
  }
  if (wentOn !== undefined) pace += ((now - wentOn) / count - pace) / 4;
  wentOn = turns.length > 0 ? now : undefined;
  if (turns.length > 0) schedule();
}

/** About how many milliseconds a request that comes now waits for its turn. */
export function estimateWait(): number {
  return turns.length * pace;
}
