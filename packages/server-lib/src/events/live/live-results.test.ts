import { describe, expect, test } from 'vitest';
import { createDeferred, settled } from '../../../test/support/deferred.js';
import type { Clock } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import { silentLogger } from '../../base/logger.js';
import { createManualClock } from '../../tools/testing/manual-clock.js';
import { heartbeat } from './live-events.js';
import { createLive, type LiveOptions } from './live-results.js';
import type { AskSnapshot, ReadSnapshot } from './watch-results.js';

const decoder = new TextDecoder();

/** Creates live results of a fake ask that is read every second of a clock that the test moves. */
function createTestLive(timing: LiveOptions['timing'] = {}, logger = silentLogger) {
  const { clock, advance } = createManualClock();
  let timers = 0;
  const counted: Clock = {
    ...clock,
    setInterval(...interval) {
      timers++;
      const { cancel } = clock.setInterval(...interval);
      return {
        cancel() {
          timers--;
          cancel();
        },
      };
    },
  };
  const live = createLive({ maxReaders: 1_000, clock: counted, logger, timing });
  let clients = 0;
  return {
    live,
    advance,
    /** Returns the number of intervals. */
    timers: () => timers,
    join(readSnapshot: ReadSnapshot, lastEventId?: string) {
      const controller = new AbortController();
      const client = `client ${clients++}`;
      const reader = live.join('1', readSnapshot, {
        lastEventId,
        hasAnswered: false,
        signal: controller.signal,
        client,
      });
      if (!reader) throw new Error('The stream was refused.');
      const chunks = reader[Symbol.asyncIterator]();
      return {
        leave: () => controller.abort(),
        /** Returns the next event, except the reconnection time. */
        async next(): Promise<string | undefined> {
          const { value } = await chunks.next();
          const text = value instanceof Uint8Array ? decoder.decode(value) : value;
          return text?.startsWith('retry') ? this.next() : (text ?? undefined);
        },
      };
    },
  };
}

function snapshot(id: string, more: Partial<AskSnapshot> = {}): AskSnapshot {
  return { id, isOver: false, accessOf: () => 'now', results: async () => ({ n: id }), ...more };
}

describe('streams of one ask', () => {
  test('streams of one ask share reads and results', async () => {
    const { join, live } = createTestLive();
    let snapshots = 0;
    let resultReads = 0;
    const readSnapshot = async () => {
      snapshots++;
      return snapshot('1', {
        results: async () => {
          resultReads++;
          return {};
        },
      });
    };
    const readers = Array.from({ length: 500 }, () => join(readSnapshot));
    const events = await Promise.all(readers.map((reader) => reader.next()));
    expect(new Set(events)).toEqual(new Set(['id: 1\ndata: {}\n\n']));
    // One read for the first stream, and one for all streams that were opened during that read.
    expect([snapshots, resultReads]).toEqual([2, 1]);
    for (const reader of readers) reader.leave();
    expect(live.count()).toEqual({ readers: 0, asks: 0 });
  });

  test('streams never get an older state after a newer one', async () => {
    const { join } = createTestLive();
    const first = createDeferred<AskSnapshot>();
    const answers = [first.promise, Promise.resolve(snapshot('2'))];
    const readSnapshot = async () => answers.shift();
    const [early, late] = [join(readSnapshot), join(readSnapshot)];
    await settled();
    expect(answers).toHaveLength(1);
    first.resolve(snapshot('1'));
    expect(await early.next()).toContain('id: 1');
    expect(await late.next()).toContain('id: 2');
  });

  test('streams get only heartbeats while nothing changes', async () => {
    const { join, advance } = createTestLive({ heartbeatEvery: 3 });
    let reads = 0;
    const reader = join(async () => {
      reads++;
      return snapshot('1');
    });
    expect(await reader.next()).toContain('id: 1');
    await advance({ seconds: 3 });
    expect(await reader.next()).toBe(heartbeat);
    expect(reads).toBe(4);
    reader.leave();
  });

  test('streams get states less often if results are large, and always get the last state', async () => {
    const { join, advance } = createTestLive({ maxBytesPerRead: 100 });
    let reads = 0;
    const results = async () => ({ much: 'x'.repeat(350) });
    const reader = join(async () => snapshot(`${Math.min(++reads, 3)}`, { results }));
    expect(await reader.next()).toContain('id: 1\n');
    await advance(3_000);
    expect(reads).toBe(1);
    await advance(1_000);
    expect(await reader.next()).toContain('id: 2\n');
    await advance(4_000);
    expect(await reader.next()).toContain('id: 3\n');
    // Nothing was sent after three more ticks, so no read is skipped. A longer move would have fewer ticks.
    for (let tick = 0; tick < 10; tick++) await advance(1_000);
    expect(reads).toBe(3 + 7);
    reader.leave();
  });

  test('streams get the state after the database was busy', async () => {
    const { join, advance } = createTestLive();
    const answers = [Promise.reject(new AskwellError('unavailable')), Promise.resolve(snapshot('7'))];
    const reader = join(async () => answers.shift() ?? snapshot('7'));
    await advance({ seconds: 1 });
    expect(await reader.next()).toContain('id: 7');
    reader.leave();
  });

  test('streams are closed with a log line if reading fails', async () => {
    const failures: unknown[] = [];
    const logger = { ...silentLogger, error: (...line: unknown[]) => failures.push(line) };
    const { join, live } = createTestLive({}, logger);
    const reader = join(() => Promise.reject(new TypeError('secret details')));
    expect(await reader.next()).toBeUndefined();
    expect(live.count()).toEqual({ readers: 0, asks: 0 });
    expect(failures).toHaveLength(1);
  });

  test('streams are not counted if the client disconnected before they were opened', async () => {
    const { live } = createTestLive();
    const aborted = AbortSignal.abort();
    const reader = live.join('1', async () => snapshot('1'), {
      lastEventId: undefined,
      hasAnswered: false,
      signal: aborted,
      client: 'a',
    });
    expect(live.count()).toEqual({ readers: 0, asks: 0 });
    const chunks: unknown[] = [];
    for await (const chunk of reader ?? []) chunks.push(chunk);
    expect(chunks).toHaveLength(1);
  });

  test('the timer stops when the last stream is closed', async () => {
    const { join, advance, timers } = createTestLive();
    let reads = 0;
    const readSnapshot = async () => {
      reads++;
      return snapshot(`${reads}`);
    };
    const [first, other] = [join(readSnapshot), join(readSnapshot)];
    await Promise.all([first.next(), other.next()]);
    first.leave();
    await advance({ seconds: 1 });
    await other.next();
    expect(timers()).toBe(1);
    other.leave();
    expect(timers()).toBe(0);
    const third = join(readSnapshot);
    expect(timers()).toBe(1);
    third.leave();
    expect(timers()).toBe(0);
  });
});
