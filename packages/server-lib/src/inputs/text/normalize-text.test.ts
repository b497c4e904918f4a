import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold, unify } from './normalize-text.js';

describe('text that people mean to be the same', () => {
  test.each([
    ['Paris', '  pARIS '],
    ['New York', 'new\t \u00a0york'],
    ['straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['ὈΔΟΣ', 'ὀδος'],
    ['ὀδοσ', 'ὀδος'],
    ['Å', '\u212b'],
    ['e\u0301te\u0301', 'ÉTÉ'],
    ['ﬁn', 'FIN'],
    ['１２', '12'],
  ])('"%s" and "%s" fold to one', (a, b) => {
    expect(fold(a)).toBe(fold(b));
  });

  test.each([
    ['resume', 'résumé'],
    ['a b', 'ab'],
    ['o', '0'],
  ])('"%s" and "%s" stay two', (a, b) => {
    expect(fold(a)).not.toBe(fold(b));
  });

  test('case alone tells unified texts apart', () => {
    expect(unify(' pH  value')).toBe(unify('pH value'));
    expect(unify('pH')).not.toBe(unify('PH'));
  });

  test('folding twice changes nothing more, nor does spacing or capitals', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
        expect(fold(`  ${text}\n`)).toBe(fold(text));
        expect(fold(text.toUpperCase())).toBe(fold(text));
      }),
    );
  });
});
