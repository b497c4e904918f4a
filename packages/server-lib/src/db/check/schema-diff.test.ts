import { expect, test } from 'vitest';
import { schemaDiff } from './schema-diff.js';

test.each([
  ['a b c', 'a x c', 'it has "a b c" instead of "a x c"'],
  ['a b c d e', 'a b d e', 'it has "b c d" instead of "b d"'],
  ['a', 'a b', 'it has "a" instead of "a b"'],
  ['a a', 'a a a', 'it has "a" instead of "a a"'],
  ['a', 'b', 'it has "a" instead of "b"'],
  ['a b', `a ${'x'.repeat(200)} b`, `it has "a b" instead of "a ${'x'.repeat(98)}…"`],
])(
  'the difference of %j from %j is shown with one more word on each side, up to 100 characters',
  (actual, expected, message) => {
    expect(schemaDiff(actual, expected)).toBe(message);
  },
);

test('white space is ignored', () => {
  expect(schemaDiff('a\n  b ', 'a b')).toBeUndefined();
});
