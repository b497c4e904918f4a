import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDeferred, settled } from '../../test/support/deferred.js';
import { inTurns } from '../http/stream-turns.js';
import { AbandonedError, OverloadError } from './errors.js';
import { afterMicrotasks, setImmediate } from './event-loop.js';
import { createTurns, type Party, waitingLimits } from './turns.js';

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
function createTimed(limits = waitingLimits) {
  let now = 0;
  let timers: { readonly due: number; readonly callback: () => unknown }[] = [];
  const clock: Parameters<typeof createTurns>[0] = {
    elapsed: () => now,
    setTimeout(callback, milliseconds) {
      timers.push({ due: now + milliseconds, callback });
      return { cancel: () => expect.unreachable('No timer is cancelled.') };
    },
  };
  const turns = createTurns(clock, limits);
  const work = (milliseconds: number): void => {
    now += milliseconds;
    const due = timers.filter((timer) => timer.due <= now);
    timers = timers.filter((timer) => timer.due > now);
    for (const { callback } of due) callback();
  };
  async function* stream(chunks: number, milliseconds: number) {
    for (let nth = 0; nth < chunks; nth++) {
      work(milliseconds);
      yield nth;
    }
  }
  const share = <Chunk>(chunks: AsyncIterable<Chunk>) => inTurns(chunks, () => turns.forLongWork('party'));
  return { turns, work, stream, share };
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
      await turns.next('party');
      work(5);
    }
  };
  const page = async (): Promise<void> => {
    await turns.forLongWork('party');
    work(10);
  };
  const all = Promise.all([loop(), loop(), readAll(share(stream(10, 5))), ...Array.from({ length: 10 }, page)]);
  expect(await countTurns(all)).toBeGreaterThanOrEqual(39);
});

test('a loop continues once a turn, however short its pieces are', async () => {
  const { turns } = createTimed();
  const loop = async (): Promise<void> => {
    for (let nth = 0; nth < 10; nth++) await turns.next('party');
  };
  expect(await countTurns(Promise.all([loop(), loop(), loop()]))).toBeGreaterThanOrEqual(10);
});

test('in each turn, quick requests run before long work that was requested earlier', async () => {
  const { turns, work } = createTimed();
  const order: string[] = [];
  const long = async (name: string): Promise<void> => {
    await turns.next('party');
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
  await inTurns(source, () => undefined)
    [Symbol.asyncIterator]()
    .return?.();
  await settled();
  expect(isCancelled).toBe(true);
});

describe('while an answer is written', () => {
  /** Runs a piece of ten milliseconds, then lets two pieces wait while an answer is written. Returns what ran, in order. */
  async function begin(written: Promise<void>) {
    const { turns, work } = createTimed();
    const order: string[] = [];
    const piece = async (name: string): Promise<void> => {
      await turns.next('party');
      order.push(name);
      work(10);
    };
    await piece('first');
    const all = [turns.beforeLongWork(written).then(() => order.push('answer')), piece('second'), piece('third')];
    /** Lets some turns pass, each of a millisecond. */
    const pass = async (count: number): Promise<void> => {
      for (let turn = 0; turn < count; turn++) {
        await settled();
        work(1);
      }
    };
    return { order, pass, ended: Promise.all(all) };
  }

  test('long work waits', async () => {
    const write = createDeferred();
    const { order, pass, ended } = await begin(write.promise);
    await pass(8);
    expect(order).toEqual(['first']);
    write.resolve();
    await ended;
    expect(order).toEqual(['first', 'answer', 'second', 'third']);
  });

  test('long work waits no longer than it has just run', async () => {
    const write = createDeferred();
    const { order, pass, ended } = await begin(write.promise);
    await pass(12);
    expect(order).toEqual(['first', 'second']);
    await pass(12);
    expect(order).toEqual(['first', 'second', 'third']);
    write.resolve();
    await ended;
  });
});

test('long work has its own time after quick requests, however long they take', async () => {
  const { turns, work } = createTimed();
  let left = 20;
  const quick = async (): Promise<void> => {
    work(10);
    if (left > 0) turns.atEnd(quick);
  };
  turns.atEnd(quick);
  const pieces = Array.from({ length: left }, async () => {
    await turns.next('party');
    work(1);
    left--;
  });
  expect(await countTurns(Promise.all(pieces))).toBeLessThan(10);
});

describe('parties take turns', () => {
  const parties: fc.Arbitrary<Party> = fc.integer({ min: 1, max: 5 });

  test('while many pieces of work wait', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ party: parties, cost: fc.nat(6) }), { maxLength: 40 }), async (works) => {
        const { turns, work } = createTimed();
        const order: Party[] = [];
        await Promise.all(
          works.map(async ({ party, cost }) => {
            await turns.next(party);
            order.push(party);
            work(cost);
          }),
        );
        for (const [at, party] of order.entries()) {
          const next = order.indexOf(party, at + 1);
          if (next === -1) continue;
          const waiting = new Set(order.slice(at + 1));
          expect(new Set(order.slice(at + 1, next + 1))).toEqual(waiting);
        }
        expect(order).toHaveLength(works.length);
      }),
    );
  });

  test('while work continues in later turns', async () => {
    const loops = fc.array(fc.record({ party: parties, pieces: fc.nat(8) }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(loops, async (works) => {
        const { turns, work } = createTimed();
        const waiting = new Map<Party, number>();
        /** The parties that wait since the last turn of each party. */
        const owed = new Map<Party, Set<Party>>();
        const count = (party: Party, by: number) => waiting.set(party, (waiting.get(party) ?? 0) + by);
        await Promise.all(
          works.map(async ({ party, pieces }) => {
            for (let nth = 0; nth < pieces; nth++) {
              count(party, 1);
              await turns.next(party);
              count(party, -1);
              expect([...(owed.get(party) ?? [])]).toEqual([]);
              for (const others of owed.values()) others.delete(party);
              const others = [...waiting].filter(([other, works]) => other !== party && works > 0);
              owed.set(party, new Set(others.map(([other]) => other)));
              // Each piece takes a whole turn, so that all other parties wait for a turn.
              work(5);
            }
          }),
        );
      }),
    );
  });
});

describe('a request', () => {
  const connected = () => new AbortController();

  /** Returns how many requests of a party are admitted before one is refused. */
  function fill(turns: ReturnType<typeof createTurns>, party: Party, most = 100): number {
    for (let admitted = 0; admitted < most; admitted++) {
      try {
        turns.forRequest(party, connected());
      } catch (error) {
        expect(error).toBeInstanceOf(OverloadError);
        return admitted;
      }
    }
    return most;
  }

  test('is refused while too many requests of its party wait, but not requests of other parties', async () => {
    const { turns } = createTimed({ ...waitingLimits, perParty: 3 });
    const first = turns.next('first');
    expect([fill(turns, 'one'), fill(turns, 'other')]).toEqual([3, 3]);
    await first;
    await turns.next('last');
    expect(fill(turns, 'one', 3)).toBe(3);
  });

  test('is refused while too many requests of all parties wait', () => {
    const { turns } = createTimed({ ...waitingLimits, total: 5 });
    void turns.next('first');
    expect([fill(turns, 'one', 3), fill(turns, 'other'), fill(turns, 'third')]).toEqual([3, 1, 0]);
  });

  test('is refused while a piece of work of its party has waited for too long', async () => {
    const { turns, work } = createTimed({ ...waitingLimits, delay: 100 });
    const busy = Array.from({ length: 30 }, () => turns.next('busy').then(() => work(10)));
    // The first request had waited for 110 ms when the twelfth request ran.
    await busy[11];
    expect(() => turns.forRequest('busy', connected())).toThrow(OverloadError);
    const quiet = turns.forRequest('quiet', connected());
    await Promise.all([...busy, quiet]);
    expect(fill(turns, 'busy', 1)).toBe(1);
  });

  test('is refused while the parties ahead of it would take too long', async () => {
    const { turns, work } = createTimed({ ...waitingLimits, delay: 100 });
    const clients = Array.from({ length: 30 }, (_, nth) => turns.next(`client ${nth}`).then(() => work(10)));
    await clients[11];
    expect(() => turns.forRequest('client', connected())).toThrow(OverloadError);
    await Promise.all(clients);
    expect(fill(turns, 'client', 1)).toBe(1);
  });

  test('leaves its place in the queue at once when its client disconnects', async () => {
    const { turns } = createTimed({ ...waitingLimits, perParty: 2 });
    void turns.next('first');
    const [stays, leaves] = [connected(), connected()];
    const order: string[] = [];
    const waiting = [
      turns.forRequest('party', leaves)?.catch((error) => expect(error).toBeInstanceOf(AbandonedError)),
      turns.forRequest('party', stays)?.then(() => order.push('stays')),
    ];
    expect(fill(turns, 'party')).toBe(0);
    leaves.abort();
    const next = turns.forRequest('party', connected())?.then(() => order.push('next'));
    await Promise.all([...waiting, next]);
    expect(order).toEqual(['stays', 'next']);
    // A client that has already disconnected does not begin to wait. A client that disconnects later is noticed.
    void turns.next('first');
    await expect(turns.forRequest('party', { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(AbandonedError);
    stays.abort();
    expect(fill(turns, 'party')).toBe(2);
  });
});
