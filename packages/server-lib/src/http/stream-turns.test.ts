import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settled } from '../../test/support/deferred.js';
import { setImmediate } from '../event-loop.js';
import { createStreamTurns } from './stream-turns.js';

/** Counts the turns of the event loop in which work is done. */
async function countTurns(work: Promise<unknown>): Promise<number> {
  let [turns, isDone] = [1, false];
  const count = (): void => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work;
  isDone = true;
  return turns;
}

/** Creates turns on a clock that streams move: each chunk takes some milliseconds. */
function createTimed() {
  let now = 0;
  const turns = createStreamTurns(() => now);
  async function* stream(chunks: number, milliseconds: number) {
    for (let nth = 0; nth < chunks; nth++) {
      now += milliseconds;
      yield nth;
    }
  }
  return { turns, stream };
}

async function readAll<Chunk>(chunks: AsyncIterable<Chunk>): Promise<Chunk[]> {
  const all: Chunk[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}

test('a stream that never waits lets other work run every five milliseconds', async () => {
  const { turns, stream } = createTimed();
  expect(await countTurns(readAll(stream(100, 1)))).toBeLessThan(3);
  expect(await countTurns(readAll(turns.share(stream(100, 1))))).toBeGreaterThanOrEqual(20);
  expect(await countTurns(readAll(turns.share(stream(100, 20))))).toBeGreaterThanOrEqual(100);
});

test('streams share the time of a turn, and each continues', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ chunks: fc.nat(20), cost: fc.nat(8) }), { minLength: 1, maxLength: 8 }),
      async (streams) => {
        const { turns, stream } = createTimed();
        const all = Promise.all(streams.map(({ chunks, cost }) => readAll(turns.share(stream(chunks, cost)))));
        const time = streams.reduce((sum, { chunks, cost }) => sum + chunks * cost, 0);
        // The last chunk of a turn may take it over its time.
        expect(await countTurns(all)).toBeGreaterThanOrEqual(Math.floor(time / (5 + 8)));
        expect((await all).map(({ length }) => length)).toEqual(streams.map(({ chunks }) => chunks));
      },
    ),
  );
});

test('a stream that is cancelled before its first chunk is cancelled at its source', async () => {
  let isCancelled = false;
  const source = {
    [Symbol.asyncIterator]: () => ({
      next: async () => ({ done: false as const, value: 'chunk' }),
      async return() {
        isCancelled = true;
        return { done: true as const, value: undefined };
      },
    }),
  };
  await createStreamTurns().share(source)[Symbol.asyncIterator]().return?.();
  await settled();
  expect(isCancelled).toBe(true);
});
