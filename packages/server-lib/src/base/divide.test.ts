import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideBytes, divideText } from './divide.js';

test.each(['', 'abc', 'x'.repeat(300_000)])('the parts of a text are the text', (text) => {
  expect([...divideText(text)].join('')).toBe(text);
});

test.each([0, 1, 300_000])('the parts of %d bytes are the bytes', (length) => {
  const bytes = Buffer.alloc(length, 'ab');
  expect(Buffer.concat([...divideBytes(bytes)]).equals(bytes)).toBe(true);
});

test('a text is divided between characters', () => {
  const letters = fc.constantFrom('a', 'ä', '🎈', '\ud800', '\udc00');
  fc.assert(
    fc.property(fc.integer({ min: 131_060, max: 131_080 }), fc.array(letters, { maxLength: 30 }), (length, end) => {
      const text = 'x'.repeat(length) + end.join('');
      const parts = [...divideText(text)];
      expect(parts.join('')).toBe(text);
      expect(Buffer.concat(parts.map((part) => Buffer.from(part))).equals(Buffer.from(text))).toBe(true);
    }),
  );
});
