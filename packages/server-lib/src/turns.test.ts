import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settled } from '../test/support/deferred.js';
import { afterMicrotasks, setImmediate } from './event-loop.js';
import { inTurns } from './http/stream-turns.js';
import { createTurns } from './turns.js';

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

/** Creates turns on a clock that work moves: each chunk of a stream takes some milliseconds. */
function createTimed() {
  let now = 0;
  const turns = createTurns(() => now);
  const work = (milliseconds: number): void => {
    now += milliseconds;
  };
  async function* stream(chunks: number, milliseconds: number) {
    for (let nth = 0; nth < chunks; nth++) {
      work(milliseconds);
      yield nth;
    }
  }
  return { turns, work, stream, share: <Chunk>(chunks: AsyncIterable<Chunk>) => inTurns(chunks, turns.forLongWork) };
}

async function readAll<Chunk>(chunks: AsyncIterable<Chunk>): Promise<Chunk[]> {
  const all: Chunk[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}

test('a stream that never waits lets other work run every five milliseconds', async () => {
  const { share, stream } = createTimed();
  expect(await countTurns(readAll(stream(100, 1)))).toBeLessThan(3);
  expect(await countTurns(readAll(share(stream(100, 1))))).toBeGreaterThanOrEqual(20);
  expect(await countTurns(readAll(share(stream(100, 20))))).toBeGreaterThanOrEqual(100);
});

test('streams share the time of a turn, and each continues', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ chunks: fc.nat(20), cost: fc.nat(8) }), { minLength: 1, maxLength: 8 }),
      async (streams) => {
        const { share, stream } = createTimed();
        const all = Promise.all(streams.map(({ chunks, cost }) => readAll(share(stream(chunks, cost)))));
        const time = streams.reduce((sum, { chunks, cost }) => sum + chunks * cost, 0);
        // The last chunk of a turn may take it over its time.
        expect(await countTurns(all)).toBeGreaterThanOrEqual(Math.floor(time / (5 + 8)));
        expect((await all).map(({ length }) => length)).toEqual(streams.map(({ chunks }) => chunks));
      },
    ),
  );
});

test('loops, streams and pages share the time of a turn', async () => {
  const { turns, work, stream, share } = createTimed();
  const loop = async (): Promise<void> => {
    for (let nth = 0; nth < 10; nth++) {
      await turns.next();
      work(5);
    }
  };
  const page = async (): Promise<void> => {
    await turns.forLongWork();
    work(10);
  };
  const all = Promise.all([loop(), loop(), readAll(share(stream(10, 5))), ...Array.from({ length: 10 }, page)]);
  expect(await countTurns(all)).toBeGreaterThanOrEqual(39);
});

test('a loop continues once a turn, however short its pieces are', async () => {
  const { turns } = createTimed();
  const loop = async (): Promise<void> => {
    for (let nth = 0; nth < 10; nth++) await turns.next();
  };
  expect(await countTurns(Promise.all([loop(), loop(), loop()]))).toBeGreaterThanOrEqual(10);
});

test('what must be quick comes before long work that asked earlier, in each turn', async () => {
  const { turns, work } = createTimed();
  const order: string[] = [];
  const long = async (name: string): Promise<void> => {
    await turns.next();
    order.push(name);
    work(10);
  };
  const quick = (name: string) =>
    turns.atEnd(async () => {
      // A request that reads and writes takes several microtasks.
      await new Promise<void>((resolve) => afterMicrotasks(resolve));
      order.push(name);
    });
  const all = Promise.all([long('long 1'), long('long 2'), long('long 3')]);
  quick('quick 1');
  await new Promise((resolve) => setImmediate(resolve));
  quick('quick 2');
  await all;
  expect(order).toEqual(['quick 1', 'long 1', 'quick 2', 'long 2', 'long 3']);
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
  await inTurns(source)[Symbol.asyncIterator]().return?.();
  await settled();
  expect(isCancelled).toBe(true);
});

test('long work has its own time after what is quick, however long that takes', async () => {
  const { turns, work } = createTimed();
  let left = 20;
  const quick = async (): Promise<void> => {
    work(10);
    if (left > 0) turns.atEnd(quick);
  };
  turns.atEnd(quick);
  const pieces = Array.from({ length: left }, async () => {
    await turns.next();
    work(1);
    left--;
  });
  expect(await countTurns(Promise.all(pieces))).toBeLessThan(10);
});
