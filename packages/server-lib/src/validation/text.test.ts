import fc from 'fast-check';
import { expect, test } from 'vitest';
import { check } from './check.js';
import { countCodePoints, isStorable, requiredText, text } from './text.js';

test('characters are counted as code points', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (given) => {
      expect(countCodePoints(given)).toBe([...given].length);
    }),
  );
  expect(countCodePoints('😀')).toBe(1);
});

test.each(['a\0b', '\ud800', 'a\udc00', '\udc00\ud800'])('%j can not be stored', (given) => {
  expect(isStorable(given)).toBe(false);
  expect(() => check(text(10), given)).toThrow(
    expect.objectContaining({
      errors: { body: ['Contains characters that are not allowed (NUL or unpaired surrogates).'] },
    }),
  );
});

test('text is trimmed first and measured then', () => {
  expect(check(text(3), '  ab😀 \n')).toBe('ab😀');
  expect(() => check(text(3), 'abc😀')).toThrow(
    expect.objectContaining({ code: 'invalid', errors: { body: ['Must have at most 3 characters.'] } }),
  );
});

test('text may be empty, required text may not', () => {
  expect(check(text(3), '   ')).toBe('');
  expect(() => check(requiredText(3), '   ')).toThrow(expect.objectContaining({ errors: { body: ['Required.'] } }));
});
