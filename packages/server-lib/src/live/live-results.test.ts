import { describe, expect, test, vi } from 'vitest';
import { createDeferred, settled } from '../../test/support/deferred.js';
import { AskwellError } from '../errors.js';
import { silentLogger } from '../logger.js';
import { heartbeat } from './live-events.js';
import { createLive, type LiveOptions } from './live-results.js';
import type { AskSnapshot, ReadSnapshot } from './watch-results.js';

const decoder = new TextDecoder();
const never = 1_000_000_000;

/** A desk of readers over an ask that is made up, looked at as often as a test wants. */
function createDesk(pace: LiveOptions['timing'] = {}, logger = silentLogger) {
  const live = createLive({ maxReaders: 1_000, logger, timing: { intervalMs: never, ...pace } });
  let clients = 0;
  return {
    live,
    join(look: ReadSnapshot, lastEventId?: string) {
      const going = new AbortController();
      const client = `client ${clients++}`;
      const reader = live.join(1, look, { lastEventId, hasAnswered: false, signal: going.signal, client });
      if (!reader) throw new Error('There was no room for a reader.');
      const chunks = reader[Symbol.asyncIterator]();
      return {
        leave: () => going.abort(),
        /** What comes next, beside the greeting. */
        async next(): Promise<string | undefined> {
          const { value } = await chunks.next();
          const text = value instanceof Uint8Array ? decoder.decode(value) : value;
          return text?.startsWith('retry') ? this.next() : (text ?? undefined);
        },
      };
    },
  };
}

function sightOf(id: string, more: Partial<AskSnapshot> = {}): AskSnapshot {
  return { id, isOver: false, accessOf: () => 'now', results: async () => ({ n: id }), ...more };
}

describe('readers of one ask', () => {
  test('share their looks and their results, however many come at once', async () => {
    const { join, live } = createDesk();
    let looks = 0;
    let reads = 0;
    const look = async () => {
      looks++;
      return sightOf('1', {
        results: async () => {
          reads++;
          return {};
        },
      });
    };
    const readers = Array.from({ length: 500 }, () => join(look));
    const told = await Promise.all(readers.map((reader) => reader.next()));
    expect(new Set(told)).toEqual(new Set(['id: 1\ndata: {}\n\n']));
    // One for the first to come, and one for all who came while it went on.
    expect([looks, reads]).toEqual([2, 1]);
    for (const reader of readers) reader.leave();
    expect(live.count()).toEqual({ readers: 0, asks: 0 });
  });

  test('are told an older state never after a newer one', async () => {
    const { join } = createDesk();
    const first = createDeferred<AskSnapshot>();
    const answers = [first.promise, Promise.resolve(sightOf('2'))];
    const look = async () => answers.shift();
    const [early, late] = [join(look), join(look)];
    await settled();
    expect(answers).toHaveLength(1);
    first.resolve(sightOf('1'));
    expect(await early.next()).toContain('id: 1');
    expect(await late.next()).toContain('id: 2');
  });

  test('are told nothing while nothing moves, but that the stream lives', async () => {
    const { join } = createDesk({ intervalMs: 1, heartbeatEvery: 3 });
    let looks = 0;
    const reader = join(async () => {
      looks++;
      return sightOf('1');
    });
    expect(await reader.next()).toContain('id: 1');
    expect(await reader.next()).toBe(heartbeat);
    expect(looks).toBeGreaterThan(1);
    reader.leave();
  });

  test('are told less often where that is much to send, and the last state in the end', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const { join } = createDesk({ intervalMs: 1_000, maxBytesPerRead: 100 });
      let looks = 0;
      const results = async () => ({ much: 'x'.repeat(350) });
      const reader = join(async () => sightOf(`${Math.min(++looks, 3)}`, { results }));
      expect(await reader.next()).toContain('id: 1\n');
      await vi.advanceTimersByTimeAsync(3_000);
      expect(looks).toBe(1);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await reader.next()).toContain('id: 2\n');
      await vi.advanceTimersByTimeAsync(4_000);
      expect(await reader.next()).toContain('id: 3\n');
      // Nothing was sent for a while, so that nothing is left out.
      await vi.advanceTimersByTimeAsync(10_000);
      expect(looks).toBe(3 + 7);
      reader.leave();
    } finally {
      vi.useRealTimers();
    }
  });

  test('sit out a database that is busy, and are told afterwards', async () => {
    const { join } = createDesk({ intervalMs: 1 });
    const answers = [Promise.reject(new AskwellError('unavailable')), Promise.resolve(sightOf('7'))];
    const reader = join(async () => answers.shift() ?? sightOf('7'));
    expect(await reader.next()).toContain('id: 7');
    reader.leave();
  });

  test('are sent away, and it is logged, where a look fails for good', async () => {
    const failures: unknown[] = [];
    const logger = { ...silentLogger, error: (...words: unknown[]) => failures.push(words) };
    const { join, live } = createDesk({}, logger);
    const reader = join(() => Promise.reject(new TypeError('secret details')));
    expect(await reader.next()).toBeUndefined();
    expect(live.count()).toEqual({ readers: 0, asks: 0 });
    expect(failures).toHaveLength(1);
  });

  test('who are gone before they came leave nothing', async () => {
    const { live } = createDesk();
    const gone = AbortSignal.abort();
    const reader = live.join(1, async () => sightOf('1'), {
      lastEventId: undefined,
      hasAnswered: false,
      signal: gone,
      client: 'a',
    });
    expect(live.count()).toEqual({ readers: 0, asks: 0 });
    const chunks: unknown[] = [];
    for await (const chunk of reader ?? []) chunks.push(chunk);
    expect(chunks).toHaveLength(1);
  });

  test('leave the looking to nobody: the last to go stops it', async () => {
    const { join } = createDesk({ intervalMs: 1 });
    let looks = 0;
    const look = async () => {
      looks++;
      return sightOf(`${looks}`);
    };
    const [one, other] = [join(look), join(look)];
    await Promise.all([one.next(), other.next()]);
    one.leave();
    await other.next();
    other.leave();
    const before = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const third = join(look);
    expect(process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length).toBe(before + 1);
    third.leave();
    expect(process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length).toBe(before);
  });
});
