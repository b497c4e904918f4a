import { setImmediate } from '../timers.js';

/** More of them would keep the writer and those who wait for replies waiting; fewer would do each step too seldom in a row. */
const mostTogether = 128;

interface Turn {
  readonly ended: Promise<void>;
  readonly end: () => void;
  waiting: number;
}

const turns: Turn[] = [];

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
    if (turns.push(turn) === 1) setImmediate(endFirst);
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

function endFirst(): void {
  turns.shift()?.end();
  if (turns.length > 0) setImmediate(endFirst);
}
