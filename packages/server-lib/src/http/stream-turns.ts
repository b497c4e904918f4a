/** A stream whose chunks are produced in turns of the event loop. */
export interface StreamInTurns<Chunk> extends AsyncIterable<Chunk> {
  readonly isInTurns: true;
}

/**
 * Returns a stream with the same chunks. Its next chunk is produced in a later turn of the event loop if long work has run for some
 * milliseconds in this one: a stream that neither waits for the database nor for its client would otherwise run to its end.
 *
 * @param turn Waits for the turn of a chunk.
 */
export function inTurns<Chunk>(
  chunks: AsyncIterable<Chunk>,
  turn: () => Promise<void> | undefined,
): StreamInTurns<Chunk> {
  return {
    isInTurns: true,
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

/** Returns whether the chunks of a stream are produced in turns. */
export function isInTurns<Chunk>(stream: AsyncIterable<Chunk>): stream is StreamInTurns<Chunk> {
  return 'isInTurns' in stream;
}
