import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../../test/support/any-text.js';
import { check } from './check.js';
import { countCodePoints, isStorable, requiredText, text } from './text.js';

test('countCodePoints counts code points', () => {
  fc.assert(
    fc.property(anyText(), (input) => {
      expect(countCodePoints(input)).toBe([...input].length);
    }),
  );
  expect(countCodePoints('😀')).toBe(1);
});

test.each(['a\0b', '\ud800', 'a\udc00', '\udc00\ud800'])('rejects %j, which cannot be stored', (input) => {
  expect(isStorable(input)).toBe(false);
  expect(() => check(text(10), input)).toThrow(
    expect.objectContaining({
      errors: { body: ['Contains characters that are not allowed (NUL or unpaired surrogates).'] },
    }),
  );
});

test('trims a text before measuring it', () => {
  expect(check(text(3), '  ab😀 \n')).toBe('ab😀');
  expect(() => check(text(3), 'abc😀')).toThrow(
    expect.objectContaining({ code: 'invalid', errors: { body: ['Must have at most 3 characters.'] } }),
  );
});

test('requiredText rejects an empty text, and text accepts it', () => {
  expect(check(text(3), '   ')).toBe('');
  expect(() => check(requiredText(3), '   ')).toThrow(expect.objectContaining({ errors: { body: ['Required.'] } }));
});
