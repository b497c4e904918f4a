import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldText, normalizeText } from './normalize-text.js';

describe('foldText', () => {
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
  ])('makes "%s" and "%s" equal', (a, b) => {
    expect(foldText(a)).toBe(foldText(b));
  });

  test.each([
    ['resume', 'résumé'],
    ['a b', 'ab'],
    ['o', '0'],
  ])('keeps "%s" and "%s" different', (a, b) => {
    expect(foldText(a)).not.toBe(foldText(b));
  });

  test('normalizeText keeps the case', () => {
    expect(normalizeText(' pH  value')).toBe(normalizeText('pH value'));
    expect(normalizeText('pH')).not.toBe(normalizeText('PH'));
  });

  test('is idempotent, and ignores whitespace and case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
        expect(foldText(`  ${text}\n`)).toBe(foldText(text));
        expect(foldText(text.toUpperCase())).toBe(foldText(text));
      }),
    );
  });
});
