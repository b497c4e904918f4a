import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base62, randomText } from './random.js';

/** Returns a function that returns the bytes of a list in turn, repeatedly. */
function bytesOf(list: readonly number[]): () => number {
  let at = 0;
  return () => list[at++ % list.length] ?? 0;
}

test('maps the same number of bytes to each character', () => {
  const everyByte = Array.from({ length: 256 }, (_, byte) => byte);
  // 256 = 4 × 62 + 8: of all byte values, 248 are used, four for each character.
  const text = randomText(base62, 248, bytesOf(everyByte));
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  expect(counts.size).toBe(62);
  expect(new Set(counts.values())).toEqual(new Set([4]));
});

test('skips bytes that would make some characters more likely', () => {
  expect(randomText(base62, 3, bytesOf([255, 248, 0, 250, 61, 247]))).toBe('0zz');
});

test('returns a text of any length in any alphabet', () => {
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

test('does not repeat texts when the pool is refilled', () => {
  const texts = new Set(Array.from({ length: 20_000 }, () => randomText(base62, 20)));
  expect(texts.size).toBe(20_000);
});
