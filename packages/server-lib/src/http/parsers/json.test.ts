import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AskwellError } from '../../base/errors.js';
import { findJsonExcess, parseJson } from './json.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

function errorOf(body: Uint8Array): string {
  try {
    parseJson(body);
  } catch (error) {
    if (error instanceof AskwellError && error.code === 'malformed') return error.message;
    throw error;
  }
  throw new Error('Expected an error.');
}

test('parses everything that JSON.stringify produces', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      fc.pre(!/__proto__|"constructor"/.test(JSON.stringify(value)));
      expect(parseJson(bytes(JSON.stringify(value)))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('either parses bytes as JSON.parse does or rejects them as malformed', () => {
  const pieces = fc.constantFrom('{', '}', '[', ']', '"', '\\', ':', ',', '1', 'null', 'a', '\\u0061', ' ', '\n');
  const almostJson = fc.array(pieces, { maxLength: 30 }).map((list) => bytes(list.join('')));
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 40 }), almostJson), (body) => {
      let value: unknown;
      try {
        value = parseJson(body);
      } catch (error) {
        expect(error).toMatchObject({ code: 'malformed', status: 400 });
        return;
      }
      expect(value).toEqual(JSON.parse(new TextDecoder().decode(body)));
    }),
    { numRuns: 3_000 },
  );
});

test.each(['', ' ', '{', '{"a":1,}', "{'a':1}", '{"a":01}', 'undefined', 'NaN', '{"a":1}{', '"\n"', '\u0000{}'])(
  'rejects %j, which is not valid JSON',
  (text) => {
    expect(errorOf(bytes(text))).toMatch(/JSON/);
  },
);

test.each([
  ['a lone continuation byte', [0x22, 0x80, 0x22]],
  ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22]],
  ['a sequence cut short', [0x22, 0xe2, 0x82, 0x22]],
  ['a surrogate in UTF-8', [0x22, 0xed, 0xa0, 0x80, 0x22]],
  ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
])('rejects %s, which is not valid UTF-8', (_name, codes) => {
  expect(errorOf(Uint8Array.from(codes))).toBe('The request body is not valid UTF-8.');
});

test('parses 32 levels and rejects 33', () => {
  expect(parseJson(bytes(nested(32)))).toEqual(JSON.parse(nested(32)));
  expect(errorOf(bytes(nested(33)))).toBe('The request body is nested deeper than 32 levels.');
  expect(errorOf(bytes(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`))).toBe(
    'The request body is nested deeper than 32 levels.',
  );
});

test('rejects a deep body before it is parsed', () => {
  expect(errorOf(bytes('['.repeat(200_000)))).toBe('The request body is nested deeper than 32 levels.');
});

test('does not count brackets in strings as levels', () => {
  const text = JSON.stringify(['['.repeat(100), '\\"[[', '{'.repeat(100)]);
  expect(parseJson(bytes(text))).toEqual(JSON.parse(text));
});

test('the depth of the text is the depth of the value', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? 1 + Object.values(value).reduce<number>((max, member) => Math.max(max, depthOf(member)), 0)
      : 0;
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat({ max: 8 }), (value, limit) => {
      const most = { levels: limit, values: Number.POSITIVE_INFINITY };
      expect(findJsonExcess(most, JSON.stringify(value))).toBe(depthOf(value) > limit ? 'levels' : undefined);
    }),
  );
});

test.each([
  '{"__proto__":{"x":1}}',
  '{"a":[{"__proto__":1}]}',
  '{"\\u005f_proto__":{"x":1}}',
  '{"__prot\\u006f__":1}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"a":{"\\u0063onstructor":{"prototyp\\u0065":1}}}',
])('rejects %s, which could pollute prototypes', (text) => {
  expect(errorOf(bytes(text))).toBe('The request body has a member named __proto__ or constructor.prototype.');
});

test.each(['{"a":"__proto__"}', '["constructor"]', '{"constructor":"text"}', '{"prototype":{"x":1}}'])(
  'parses %s, which is harmless',
  (text) => {
    expect(parseJson(bytes(text))).toEqual(JSON.parse(text));
  },
);

test('a body with more values than the maximum is refused before it is parsed, whatever its texts contain', () => {
  const parse = (text: string, most: number) => parseJson(Buffer.from(text), most);
  expect(parse('{"a":[1,2,3],"b":",,,,,,\\",,"}', 4)).toEqual({ a: [1, 2, 3], b: ',,,,,,",,' });
  expect(() => parse('[1,2,3,4,5]', 4)).toThrow('The request body has more than 4 values.');
  // The rest of the text is not read.
  expect(() => parse('[1,2,3,4,5,', 4)).toThrow('The request body has more than 4 values.');
});
