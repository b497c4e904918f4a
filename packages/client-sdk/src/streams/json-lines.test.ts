import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf } from './json-lines.js';

async function* split(bytes: Uint8Array, positions: readonly number[]): AsyncGenerator<Uint8Array> {
  let from = 0;
  for (const to of [...positions].sort((a, b) => a - b)) {
    yield bytes.subarray(from, to);
    from = to;
  }
  yield bytes.subarray(from);
}

test('returns whole lines for any split of the bytes into chunks', async () => {
  const line = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\n'));
  await fc.assert(
    fc.asyncProperty(
      fc.array(line),
      fc.boolean(),
      fc.array(fc.nat({ max: 200 })),
      async (lines, isTerminated, positions) => {
        const text = lines.join('\n') + (isTerminated ? '\n' : '');
        const found: string[] = [];
        for await (const line of linesOf(split(new TextEncoder().encode(text), positions))) found.push(line);
        const expected = text.split('\n');
        if (expected.at(-1) === '') expected.pop();
        expect(found).toEqual(expected);
      },
    ),
  );
});
