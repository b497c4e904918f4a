import { turnForLongWork } from '../event-loop.js';

/**
 * Returns a stream with the same chunks. Its next chunk is produced in a later turn of the event loop if long work has run for some
 * milliseconds in this one: a stream that neither waits for the database nor for its client would otherwise run to its end.
 */
export function inTurns<Chunk>(chunks: AsyncIterable<Chunk>, turn = turnForLongWork): AsyncIterable<Chunk> {
  return {
    [Symbol.asyncIterator]() {
      const source = chunks[Symbol.asyncIterator]();
      return {
        async next() {
          await turn();
          return source.next();
        },
        // Passed on even if the stream was not begun, so that it releases what it holds.
        async return() {
          await source.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
