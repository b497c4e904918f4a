import { expect, test } from 'vitest';
import { schemaDiff } from './schema-diff.js';

test.each([
  ['a b c', 'a x c', 'it has "a b c" where "a x c" should be'],
  ['a b c d e', 'a b d e', 'it has "b c d" where "b d" should be'],
  ['a', 'a b', 'it has "a" where "a b" should be'],
  ['a a', 'a a a', 'it has "a" where "a a" should be'],
  ['a', 'b', 'it has "a" where "b" should be'],
  ['a b', `a ${'x'.repeat(200)} b`, `it has "a b" where "a ${'x'.repeat(98)}…" should be`],
])('how %j differs from %j is told with a word on either side, and cut short', (is, shouldBe, told) => {
  expect(schemaDiff(is, shouldBe)).toBe(told);
});

test('white space makes no difference', () => {
  expect(schemaDiff('a\n  b ', 'a b')).toBeUndefined();
});
