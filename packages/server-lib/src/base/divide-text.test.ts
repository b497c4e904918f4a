import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideText } from './divide-text.js';

test.each(['', 'abc', 'x'.repeat(300_000)])('the parts of a text are the text', (text) => {
  expect([...divideText(text)].join('')).toBe(text);
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
