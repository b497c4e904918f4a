import { describe, expect, test } from 'vitest';
import { beat } from './events.js';
import { Reader } from './reader.js';

function createReader() {
  const going = new AbortController();
  const gone: Reader[] = [];
  const reader = new Reader({
    has: undefined,
    hasAnswered: false,
    signal: going.signal,
    onEnd: (one) => gone.push(one),
  });
  return { reader, going, gone, chunks: reader[Symbol.asyncIterator]() };
}

const state = (text: string) => new TextEncoder().encode(text);

/** All that is still fetched, as text. */
async function rest(chunks: AsyncIterable<string | Uint8Array>): Promise<string[]> {
  const all: string[] = [];
  for await (const chunk of chunks) all.push(typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk));
  return all;
}

describe('a reader', () => {
  test('that is slow is told the last state alone, and the farewell after it', async () => {
    const { reader, chunks } = createReader();
    for (let n = 0; n < 10_000; n++) reader.tell(`${n}`, state(`state ${n}`));
    reader.beat();
    reader.end('farewell');
    expect(await rest(chunks)).toEqual([expect.stringMatching(/^retry: /), 'state 9999', 'farewell']);
    expect(reader.has).toBe('9999');
  });

  test('that waits is woken by what it is told, a sign of life included', async () => {
    const { reader, chunks } = createReader();
    await chunks.next();
    const beaten = chunks.next();
    reader.beat();
    expect((await beaten).value).toBe(beat);
    const told = chunks.next();
    reader.tell('1', state('one'));
    expect((await told).value).toEqual(state('one'));
    const ended = chunks.next();
    reader.end();
    expect((await ended).done).toBe(true);
  });

  test('that has ended is told nothing more, and says once that it is gone', async () => {
    const { reader, gone, chunks } = createReader();
    reader.end('farewell');
    reader.tell('1', state('one'));
    reader.end('another');
    expect(await rest(chunks)).toEqual([expect.stringMatching(/^retry: /), 'farewell']);
    expect(gone).toEqual([reader]);
  });

  test('whose client goes away is gone at once, though nobody fetches what it was told', async () => {
    const { reader, going, gone, chunks } = createReader();
    await chunks.next();
    const waiting = chunks.next();
    reader.tell('1', state('one'));
    await waiting;
    reader.tell('2', state('two'));
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
