import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settled } from '../../../test/support/deferred.js';
import { EventStream } from './event-stream.js';
import { heartbeat } from './live-events.js';

function createReader() {
  const controller = new AbortController();
  const ended: EventStream[] = [];
  const reader = new EventStream({
    lastEventId: undefined,
    hasAnswered: false,
    signal: controller.signal,
    onEnd: (stream) => ended.push(stream),
  });
  return { reader, controller, ended, chunks: reader[Symbol.asyncIterator]() };
}

const decoder = new TextDecoder();
const state = (text: string) => new TextEncoder().encode(text);

/** Reads the rest of a stream as text. */
async function rest(chunks: AsyncIterable<string | Uint8Array>): Promise<string[]> {
  const all: string[] = [];
  for await (const chunk of chunks) all.push(typeof chunk === 'string' ? chunk : decoder.decode(chunk));
  return all;
}

describe('a stream', () => {
  test('a slow client gets only the last state and the end event', async () => {
    const { reader, chunks } = createReader();
    for (let n = 0; n < 10_000; n++) reader.sendState(`${n}`, state(`state ${n}`));
    reader.sendHeartbeat();
    reader.end('end event');
    expect(await rest(chunks)).toEqual([expect.stringMatching(/^retry: /), 'state 9999', 'end event']);
    expect(reader.lastEventId).toBe('9999');
  });

  test('a stream never sends an older state after a newer one, and always sends the last', async () => {
    const steps = fc.array(fc.constantFrom('state', 'heartbeat', 'read'), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const { reader, chunks } = createReader();
        const reads: Promise<IteratorResult<string | Uint8Array>>[] = [];
        let sent = 0;
        for (const step of all) {
          if (step === 'state') reader.sendState(`${++sent}`, state(`${sent}`));
          else if (step === 'heartbeat') reader.sendHeartbeat();
          else reads.push(chunks.next());
          await settled();
        }
        reader.end('end event');
        const before = (await Promise.all(reads)).map(({ value }) => value);
        const texts = [
          ...before.map((value) => (value instanceof Uint8Array ? decoder.decode(value) : value)),
          ...(await rest(chunks)),
        ];
        const states = texts.filter((text) => /^\d+$/.test(text ?? '')).map(Number);
        expect(states).toEqual([...new Set(states)].sort((a, b) => a - b));
        expect(states.at(-1) ?? 0).toBe(sent);
        expect(texts.filter((text) => text !== undefined).at(-1)).toBe('end event');
      }),
      { numRuns: 200 },
    );
  });

  test('a waiting stream sends a state, a heartbeat and the end event', async () => {
    const { reader, chunks } = createReader();
    await chunks.next();
    const first = chunks.next();
    reader.sendHeartbeat();
    expect((await first).value).toBe(heartbeat);
    const second = chunks.next();
    reader.sendState('1', state('one'));
    expect((await second).value).toEqual(state('one'));
    const third = chunks.next();
    reader.end();
    expect((await third).done).toBe(true);
  });

  test('a stream sends nothing after its end and calls `onEnd` once', async () => {
    const { reader, ended, chunks } = createReader();
    reader.end('end event');
    reader.sendState('1', state('one'));
    reader.end('another');
    expect(await rest(chunks)).toEqual([expect.stringMatching(/^retry: /), 'end event']);
    expect(ended).toEqual([reader]);
  });

  test('a stream ends immediately when the client disconnects, even with a buffered state', async () => {
    const { reader, controller, ended, chunks } = createReader();
    await chunks.next();
    const waiting = chunks.next();
    reader.sendState('1', state('one'));
    await waiting;
    reader.sendState('2', state('two'));
    controller.abort();
    expect(ended).toEqual([reader]);
    expect(await rest(chunks)).toEqual([]);
  });

  test('a stream ends when its iterator is closed', async () => {
    const { reader, ended, chunks } = createReader();
    await chunks.next();
    await chunks.return(undefined);
    expect(ended).toEqual([reader]);
  });
});
