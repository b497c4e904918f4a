import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFormBody, parseUrlencoded } from './urlencoded.js';

const text = fc.string({ unit: 'grapheme', maxLength: 12 });

test('parses everything that URLSearchParams produces, with repeated names as lists', () => {
  const name = text.filter((value) => value !== '__proto__');
  fc.assert(
    fc.property(fc.array(fc.tuple(name, text), { maxLength: 12 }), (pairs) => {
      const expected = new Map<string, string[]>();
      for (const [field, value] of pairs) expected.set(field, [...(expected.get(field) ?? []), value]);
      const body = new URLSearchParams(pairs).toString();
      const fields = parseFormBody(new TextEncoder().encode(body));
      expect(Object.keys(fields).sort()).toEqual([...expected.keys()].sort());
      for (const [field, values] of expected) expect([fields[field]].flat()).toEqual(values);
    }),
  );
});

test.each([
  ['', {}],
  ['a', { a: '' }],
  ['a=', { a: '' }],
  ['=b', { '': 'b' }],
  ['a=1&&b=2&', { a: '1', b: '2' }],
  ['a=b=c', { a: 'b=c' }],
  ['a+b=c%2Bd+e', { 'a b': 'c+d e' }],
  ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
  ['constructor=1&toString=2', { constructor: '1', toString: '2' }],
])('parses %j', (query, fields) => {
  expect(parseUrlencoded(query, 'query')).toEqual(fields);
});

test.each(['a=%', 'a=%zz', '%e0%a4=1', 'a=%80', 'a=%ed%a0%80'])('rejects %j, which is badly encoded', (query) => {
  expect(() => parseUrlencoded(query, 'query')).toThrow('The query is not valid percent-encoded UTF-8.');
});

test.each(['__proto__=1', '%5f_proto__=1'])('rejects %j, which could pollute prototypes', (query) => {
  expect(() => parseUrlencoded(query, 'body')).toThrow('The request body has a field named __proto__.');
});

test('parses 2,000 fields and rejects one more', () => {
  expect(
    Object.keys(parseUrlencoded(Array.from({ length: 2_000 }, (_, at) => `f${at}`).join('&'), 'body')),
  ).toHaveLength(2_000);
  expect(() => parseUrlencoded('a&'.repeat(2_001), 'body')).toThrow('The request body has more than 2000 fields.');
});

test('rejects a body that is not UTF-8', () => {
  expect(() => parseFormBody(Uint8Array.from([0x61, 0x3d, 0xff]))).toThrow('The request body is not valid UTF-8.');
});
