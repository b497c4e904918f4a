import type { Clock, Timer } from './clock.js';
import { AbandonedError, OverloadError } from './errors.js';

// Captured when this module is loaded, since a host's tests may replace the global ones.
const { setImmediate } = globalThis;
const { nextTick } = process;

/** How long all long work together may run in one turn of the event loop, in milliseconds. */
const maxTimePerTurn = 5;

/** The owner of long work: an account, by its number; a client, by its key; or the process itself, by a name. */
export type Party = number | string;

/** How much long work may wait before further requests are refused. */
export interface TurnLimits {
  /** The number of pieces of one party, and of all parties. */
  readonly perParty: number;
  readonly total: number;
  /** How long the oldest piece of the party, or any party, may have waited for its turn, in milliseconds. */
  readonly delay: number;
}

export const waitingLimits: TurnLimits = { perParty: 1_000, total: 10_000, delay: 5_000 };

/** Divides the turns of the event loop between requests that must be quick and the long work of all parties. */
export interface Turns {
  /** Calls a function at the end of this turn, before long work, which waits until the function has ended. */
  atEnd(callback: () => Promise<void>): void;
  /**
   * Returns the given write of an answer, which has begun. Long work waits for the write, at most as long as long work
   * has just run. Otherwise each answer would wait for long work twice, before its write and before its response.
   */
  beforeLongWork<Outcome>(write: Promise<Outcome>): Promise<Outcome>;
  /** Returns a promise that resolves in a later turn, when a piece of long work may run. */
  next(party: Party): Promise<void>;
  /** Returns undefined if a piece of long work may run in this turn, otherwise a promise as `next` does. */
  forLongWork(party: Party): Promise<void> | undefined;
  /**
   * Returns the same as `forLongWork` for the first piece of a request. The piece stops waiting when the client
   * disconnects.
   *
   * @throws OverloadError if too many pieces are waiting, or if one has waited for too long.
   * @throws AbandonedError when the client disconnects.
   */
  forRequest(party: Party, client: { readonly signal: AbortSignal }): Promise<void> | undefined;
}

/** A piece of long work that waits. */
interface Piece {
  /** When it began to wait, and in which turn. */
  readonly since: number;
  readonly turn: number;
  readonly run: () => void;
}

/** The pieces of a party that wait, in their order. */
interface Queue {
  readonly pieces: Piece[];
  /** When the party began to wait for its next turn. */
  since: number;
}

/**
 * Creates the turns of an event loop. A turn first runs quick requests, then pieces of long work until they have run
 * for some milliseconds. At least one piece runs in each turn, unless an answer is being written. Parties take turns:
 * between two pieces of one party, each other waiting party gets one piece.
 *
 * @param clock The clock of the machine.
 */
export function createTurns(clock: Pick<Clock, 'elapsed' | 'setTimeout'>, limits = waitingLimits): Turns {
  const quick: (() => Promise<void>)[] = [];
  /** The queue of each waiting party, the longest wait first. The first one has waited longest for its turn. */
  const queues = new Map<Party, Queue>();
  let waiting = 0;
  let turn = 0;
  /** When this turn began to work. Undefined while nothing runs. */
  let startedAt: number | undefined;
  let isScheduled = false;
  /** The number of answers whose writes are not committed. */
  let answers = 0;
  /** Ends the wait of long work for these writes. */
  let timer: Timer | undefined;
  /** When long work ran last, and for how long. */
  let lastWork = { end: Number.NEGATIVE_INFINITY, duration: 0 };

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(endTurn);
  }

  function startTurn(): void {
    startedAt = clock.elapsed();
    schedule();
  }

  function endTurn(): void {
    isScheduled = false;
    startedAt = undefined;
    if (quick.length === 0 && (waiting === 0 || isHeld())) return;
    startTurn();
    turn++;
    if (quick.length === 0) startLongWork();
    else void Promise.all(quick.splice(0).map((run) => run())).then(startLongWork);
  }

  /**
   * The time of quick requests does not count. Otherwise visitors' answers could leave almost no time for other work.
   */
  function startLongWork(): void {
    if (isHeld()) return;
    startedAt = clock.elapsed();
    runPieces(startedAt);
  }

  /** Returns whether long work waits for answers that are being written. It continues without another event when it has waited enough. */
  function isHeld(): boolean {
    const rest = answers === 0 ? 0 : lastWork.end + lastWork.duration - clock.elapsed();
    if (rest > 0 && !timer) timer = clock.setTimeout(endHold, rest);
    return rest > 0;
  }

  function endAnswer(): void {
    answers--;
    if (answers === 0 && waiting > 0) schedule();
  }

  function endHold(): void {
    timer = undefined;
    schedule();
  }

  function runPieces(since: number): void {
    const piece = takePiece();
    if (!piece) return;
    piece.run();
    afterMicrotasks(() => {
      const end = clock.elapsed();
      lastWork = { end, duration: end - since };
      if (end - since < maxTimePerTurn) runPieces(since);
    });
  }

  /**
   * Takes the next piece of the party whose turn it is. A piece that began to wait in this turn continues in a later
   * turn.
   */
  function takePiece(): Piece | undefined {
    for (const [party, queue] of queues) {
      const [piece] = queue.pieces;
      if (!piece || piece.turn === turn) continue;
      queue.pieces.shift();
      waiting--;
      queues.delete(party);
      queue.since = clock.elapsed();
      if (queue.pieces.length > 0) queues.set(party, queue);
      return piece;
    }
    return undefined;
  }

  function hasTime(): boolean {
    return startedAt === undefined || clock.elapsed() - startedAt < maxTimePerTurn;
  }

  function add(party: Party, run: () => void): Piece {
    schedule();
    const piece: Piece = { since: clock.elapsed(), turn, run };
    const queue = queues.get(party);
    if (queue) queue.pieces.push(piece);
    else queues.set(party, { pieces: [piece], since: piece.since });
    waiting++;
    return piece;
  }

  function remove(party: Party, piece: Piece): void {
    const pieces = queues.get(party)?.pieces ?? [];
    const at = pieces.indexOf(piece);
    if (at === -1) return;
    pieces.splice(at, 1);
    waiting--;
    if (pieces.length === 0) queues.delete(party);
  }

  function wait(party: Party): Promise<void> {
    return new Promise((resolve) => void add(party, resolve));
  }

  function waitFor(party: Party, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(new AbandonedError());
        return;
      }
      const leave = (): void => {
        remove(party, piece);
        reject(new AbandonedError());
      };
      const piece = add(party, () => {
        signal.removeEventListener('abort', leave);
        resolve();
      });
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** Returns whether a piece can run at once: nothing waits, no answer is being written, and this turn has time left. */
  function isFree(): boolean {
    if (startedAt === undefined) startTurn();
    return waiting === 0 && answers === 0 && hasTime();
  }

  function isFull(party: Party): boolean {
    const now = clock.elapsed();
    const [first] = queues.values();
    const own = queues.get(party)?.pieces ?? [];
    const isLate = (since = now) => now - since > limits.delay;
    return waiting >= limits.total || own.length >= limits.perParty || isLate(first?.since) || isLate(own[0]?.since);
  }

  return {
    atEnd(callback) {
      schedule();
      quick.push(callback);
    },
    beforeLongWork(write) {
      answers++;
      write.then(endAnswer, endAnswer);
      return write;
    },
    next: wait,
    forLongWork: (party) => (isFree() ? undefined : wait(party)),
    forRequest(party, client) {
      if (isFree()) return undefined;
      if (isFull(party)) throw new OverloadError();
      return waitFor(party, client.signal);
    },
  };
}

/** Calls a function after all work that can run without another turn of the event loop. */
export function afterMicrotasks(callback: () => void): void {
  // A tick that is requested by a microtask runs after all microtasks.
  queueMicrotask(() => nextTick(callback));
}
