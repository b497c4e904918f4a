import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeJsonError, readJsonObject } from './json-errors.js';

test.each([
  ['', 'Line 1, column 1'],
  ['{\n  "title": "Lunch?"\n  "options": []\n}', 'Line 3, column 3'],
  ['{\n  "title": "Lunch?",\n}', 'Line 3, column 1'],
  ['{"a": [1, 2}', 'Line 1, column 12'],
  ['{"a": 01}', 'Line 1, column 8'],
  ['{"a": "line\n"}', 'Line 1, column 7'],
  ['{"a" 1}', 'Line 1, column 6'],
  ['{} {}', 'Line 1, column 4'],
  ['['.repeat(100_000), 'Line 1, column 100001'],
])('names the place of an error: %#', (text, place) => {
  expect(describeJsonError(text)).toBe(`${place} is not valid JSON.`);
});

test('accepts what JSON.parse accepts', () => {
  fc.assert(
    fc.property(
      fc.json(),
      fc.nat(200),
      fc.constantFrom('', ',', '"', '}', ']', ' ', '0', '\\'),
      (json, at, inserted) => {
        const text = json.slice(0, at) + inserted + json.slice(at);
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        expect(describeJsonError(text) === '').toBe(isJson);
      },
    ),
  );
});

test('tells objects from other values', () => {
  expect(readJsonObject('{"a": [true]}')).toEqual({ value: { a: [true] } });
  expect(readJsonObject('[1]')).toBe(undefined);
});
