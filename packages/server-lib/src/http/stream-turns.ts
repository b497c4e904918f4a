import { systemClock } from '../clock.js';
import { afterMicrotasks, setImmediate } from '../event-loop.js';

/** How long all streams together may run in one turn of the event loop, in milliseconds. */
const maxTimePerTurn = 5;

/** Lets other work run while streams are sent. */
export interface StreamTurns {
  /**
   * Returns a stream with the same chunks. Its next chunk is produced in a later turn of the event loop if the streams of the
   * instance have run for some milliseconds in this one: a stream that neither waits for the database nor for its client would
   * otherwise run to its end.
   */
  share<Chunk>(chunks: AsyncIterable<Chunk>): AsyncIterable<Chunk>;
}

/** Creates the turns that the streams of an instance share. */
export function createStreamTurns(elapsed = () => systemClock.elapsed()): StreamTurns {
  /** Streams that continue in the next turns, in their order. */
  const waiting: (() => void)[] = [];
  /** When the first stream ran in this turn. */
  let startedAt: number | undefined;

  function startTurn(): void {
    startedAt = elapsed();
    setImmediate(endTurn);
  }

  function endTurn(): void {
    startedAt = undefined;
    if (waiting.length === 0) return;
    startTurn();
    resumeNext();
  }

  function resumeNext(): void {
    waiting.shift()?.();
    afterMicrotasks(() => {
      if (waiting.length > 0 && hasTime()) resumeNext();
    });
  }

  function hasTime(): boolean {
    return startedAt === undefined || elapsed() - startedAt < maxTimePerTurn;
  }

  function untilTurn(): Promise<void> | undefined {
    if (startedAt === undefined) startTurn();
    if (waiting.length === 0 && hasTime()) return undefined;
    return new Promise((resolve) => waiting.push(resolve));
  }

  return {
    share: (chunks) => ({
      [Symbol.asyncIterator]() {
        const source = chunks[Symbol.asyncIterator]();
        return {
          async next() {
            await untilTurn();
            return source.next();
          },
          // Passed on even if the stream was not begun, so that it releases what it holds.
          async return() {
            await source.return?.();
            return { done: true, value: undefined };
          },
        };
      },
    }),
  };
}
