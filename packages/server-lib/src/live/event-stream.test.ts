import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settled } from '../../test/support/deferred.js';
import { EventStream } from './event-stream.js';
import { heartbeat } from './live-events.js';

function createReader() {
  const going = new AbortController();
  const gone: EventStream[] = [];
  const reader = new EventStream({
    lastEventId: undefined,
    hasAnswered: false,
    signal: going.signal,
    onEnd: (one) => gone.push(one),
  });
  return { reader, going, gone, chunks: reader[Symbol.asyncIterator]() };
}

const decoder = new TextDecoder();
const state = (text: string) => new TextEncoder().encode(text);

/** All that is still fetched, as text. */
async function rest(chunks: AsyncIterable<string | Uint8Array>): Promise<string[]> {
  const all: string[] = [];
  for await (const chunk of chunks) all.push(typeof chunk === 'string' ? chunk : decoder.decode(chunk));
  return all;
}

describe('a reader', () => {
  test('that is slow is told the last state alone, and the farewell after it', async () => {
    const { reader, chunks } = createReader();
    for (let n = 0; n < 10_000; n++) reader.sendState(`${n}`, state(`state ${n}`));
    reader.sendHeartbeat();
    reader.end('farewell');
    expect(await rest(chunks)).toEqual([expect.stringMatching(/^retry: /), 'state 9999', 'farewell']);
    expect(reader.lastEventId).toBe('9999');
  });

  test('however slow or quick, is never told an older state after a newer one, and always the last', async () => {
    const steps = fc.array(fc.constantFrom('tell', 'beat', 'fetch'), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const { reader, chunks } = createReader();
        const fetched: Promise<IteratorResult<string | Uint8Array>>[] = [];
        let told = 0;
        for (const step of all) {
          if (step === 'tell') reader.sendState(`${++told}`, state(`${told}`));
          else if (step === 'beat') reader.sendHeartbeat();
          else fetched.push(chunks.next());
          await settled();
        }
        reader.end('farewell');
        const before = (await Promise.all(fetched)).map(({ value }) => value);
        const texts = [
          ...before.map((value) => (value instanceof Uint8Array ? decoder.decode(value) : value)),
          ...(await rest(chunks)),
        ];
        const states = texts.filter((text) => /^\d+$/.test(text ?? '')).map(Number);
        expect(states).toEqual([...new Set(states)].sort((a, b) => a - b));
        expect(states.at(-1) ?? 0).toBe(told);
        expect(texts.filter((text) => text !== undefined).at(-1)).toBe('farewell');
      }),
      { numRuns: 200 },
    );
  });

  test('that waits is woken by what it is told, a sign of life included', async () => {
    const { reader, chunks } = createReader();
    await chunks.next();
    const beaten = chunks.next();
    reader.sendHeartbeat();
    expect((await beaten).value).toBe(heartbeat);
    const told = chunks.next();
    reader.sendState('1', state('one'));
    expect((await told).value).toEqual(state('one'));
    const ended = chunks.next();
    reader.end();
    expect((await ended).done).toBe(true);
  });

  test('that has ended is told nothing more, and says once that it is gone', async () => {
    const { reader, gone, chunks } = createReader();
    reader.end('farewell');
    reader.sendState('1', state('one'));
    reader.end('another');
    expect(await rest(chunks)).toEqual([expect.stringMatching(/^retry: /), 'farewell']);
    expect(gone).toEqual([reader]);
  });

  test('whose client goes away is gone at once, though nobody fetches what it was told', async () => {
    const { reader, going, gone, chunks } = createReader();
    await chunks.next();
    const waiting = chunks.next();
    reader.sendState('1', state('one'));
    await waiting;
    reader.sendState('2', state('two'));
    going.abort();
    expect(gone).toEqual([reader]);
    expect(await rest(chunks)).toEqual([]);
  });

  test('whose stream is given up is gone too', async () => {
    const { reader, gone, chunks } = createReader();
    await chunks.next();
    await chunks.return(undefined);
    expect(gone).toEqual([reader]);
  });
});
