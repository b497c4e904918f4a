import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf } from './json-lines.js';

async function* cutAt(bytes: Uint8Array, places: readonly number[]): AsyncGenerator<Uint8Array> {
  let from = 0;
  for (const to of [...places].sort((a, b) => a - b)) {
    yield bytes.subarray(from, to);
    from = to;
  }
  yield bytes.subarray(from);
}

test('lines come out whole, wherever the bytes were cut', async () => {
  const line = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\n'));
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.boolean(), fc.array(fc.nat({ max: 200 })), async (lines, isEnded, places) => {
      const text = lines.join('\n') + (isEnded ? '\n' : '');
      const found: string[] = [];
      for await (const part of linesOf(cutAt(new TextEncoder().encode(text), places))) found.push(part);
      const expected = text.split('\n');
      if (expected.at(-1) === '') expected.pop();
      expect(found).toEqual(expected);
    }),
  );
});
