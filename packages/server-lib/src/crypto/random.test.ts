import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base62, randomText } from './random.js';

/** Gives the bytes of a list in turn, then starts over. */
function bytesOf(list: readonly number[]): () => number {
  let at = 0;
  return () => list[at++ % list.length] ?? 0;
}

test('each character of the alphabet comes from equally many bytes, and no other byte counts', () => {
  const everyByte = Array.from({ length: 256 }, (_, byte) => byte);
  // 256 = 4 × 62 + 8: of all bytes 248 make a character, four for each.
  const text = randomText(base62, 248, bytesOf(everyByte));
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  expect(counts.size).toBe(62);
  expect(new Set(counts.values())).toEqual(new Set([4]));
});

test('bytes that would favour some characters are drawn again', () => {
  expect(randomText(base62, 3, bytesOf([255, 248, 0, 250, 61, 247]))).toBe('0zz');
});

test('any alphabet and length give text of that length in that alphabet', () => {
  const alphabet = fc
    .uniqueArray(fc.integer({ min: 0x20, max: 0x7e }), { minLength: 1, maxLength: 64 })
    .map((codes) => String.fromCharCode(...codes));
  fc.assert(
    fc.property(alphabet, fc.nat({ max: 9_000 }), (characters, length) => {
      const text = randomText(characters, length);
      return text.length === length && [...text].every((character) => characters.includes(character));
    }),
    { numRuns: 40 },
  );
});

test('draws across refills of the pool do not repeat', () => {
  const drawn = new Set(Array.from({ length: 20_000 }, () => randomText(base62, 20)));
  expect(drawn.size).toBe(20_000);
});
