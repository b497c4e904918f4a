import { expect, test } from 'vitest';
import { schemaDiff } from './schema-diff.js';

test.each([
  ['a b c', 'a x c', 'it has "a b c" instead of "a x c"'],
  ['a b c d e', 'a b d e', 'it has "b c d" instead of "b d"'],
  ['a', 'a b', 'it has "a" instead of "a b"'],
  ['a a', 'a a a', 'it has "a" instead of "a a"'],
  ['a', 'b', 'it has "a" instead of "b"'],
  ['a b', `a ${'x'.repeat(200)} b`, `it has "a b" instead of "a ${'x'.repeat(98)}…"`],
])('how %j differs from %j is told with a word on either side, and cut short', (is, shouldBe, told) => {
  expect(schemaDiff(is, shouldBe)).toBe(told);
});

test('white space makes no difference', () => {
  expect(schemaDiff('a\n  b ', 'a b')).toBeUndefined();
});
