import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillPlaceholders, placeholderNames } from './placeholders.js';

const values: Readonly<Record<string, string>> = { name: 'Ada', city: '', 'quiz.score': '7', f_1: 'x', 'a-b': 'y' };
const find = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined);
const fill = (text: string) => fillPlaceholders(text, find);
const isolated = (text: string) => `\u2068${text}\u2069`;

describe('fillPlaceholders', () => {
  test.each([
    ['Hello {{name}}!', `Hello ${isolated('Ada')}!`],
    ['{{ name }}{{name|there}}', isolated('Ada') + isolated('Ada')],
    ['{{quiz.score}} {{f_1}} {{a-b}}', `${isolated('7')} ${isolated('x')} ${isolated('y')}`],
    ['From {{city}}', 'From …'],
    ['From {{city|your city}}', 'From your city'],
    ['From {{city| }}.', 'From .'],
  ])('fills in %j', (text, expected) => {
    expect(fill(text)).toBe(expected);
  });

  test.each([
    '',
    'No names',
    '{name}',
    '{{unknown}}',
    '{{unknown|x}}',
    '{{name',
    '{{name|x',
    '{{}}',
    '{{|x}}',
    '{{Name}}',
  ])('leaves %j as it is', (text) => {
    expect(fill(text)).toBe(text);
  });

  test('fills in the value inside more braces', () => {
    expect(fill('{{{name}}}')).toBe(`{${isolated('Ada')}}`);
    expect(fill('{{ {{name}} }}')).toBe(`{{ ${isolated('Ada')} }}`);
  });

  test('does not fill in names in values', () => {
    expect(fillPlaceholders('{{a}}', (name) => (name === 'a' ? '{{b}}$&$1' : 'no'))).toBe(isolated('{{b}}$&$1'));
  });

  test.each([
    ['a\nb\u2028c\u0000d', 'a b c d'],
    ['\u2069x\u202Ey\u2067', 'xy'],
    ['شكرا', 'شكرا'],
    ['😀'.repeat(501), `${'😀'.repeat(500)}…`],
    ['😀'.repeat(500), '😀'.repeat(500)],
    ['a'.repeat(10_000), `${'a'.repeat(500)}…`],
  ])('isolates %j', (value, expected) => {
    expect(fillPlaceholders('{{a}}', () => value)).toBe(isolated(expected));
  });

  test.each(['\n', '\u2069', ' \u202E '])('treats %j as no value', (value) => {
    expect(fillPlaceholders('{{a|none}}', () => value)).toBe('none');
  });

  test('keeps the text around a value, and isolates the value, for any text', () => {
    const text = fc.stringMatching(/^[a-z\u0634 \u2067]{0,9}$/u);
    const parts = ['a', ' ', '\n', '{', '}', '|', '\u0634', '\u2069', '\u2067', '\u202E', '\uD83D\uDE42', '\u0000'];
    const value = fc.array(fc.constantFrom(...parts)).map((chosen) => chosen.join(''));
    fc.assert(
      fc.property(text, value, text, (before, value, after) => {
        const filled = fillPlaceholders(`${before}{{a}}${after}`, () => value);
        expect(filled.startsWith(before)).toBe(true);
        expect(filled.endsWith(after)).toBe(true);
        const shown = filled.slice(before.length, filled.length - after.length);
        expect(shown === '…' || /^\u2068[^\u202A-\u202E\u2066-\u2069\p{Cc}]+\u2069$/u.test(shown)).toBe(true);
      }),
    );
  });

  test('returns a text without known names unchanged', () => {
    const text = fc.stringMatching(/^[{}|a-z. ]{0,60}$/);
    fc.assert(
      fc.property(text, (any) => {
        expect(fillPlaceholders(any, () => undefined)).toBe(any);
      }),
    );
  });
});

test('placeholderNames returns the names in a text', () => {
  expect(placeholderNames('{{name}} {{city|x}} {{ name }} {{Unknown}} {{other')).toEqual(['name', 'city', 'name']);
});
