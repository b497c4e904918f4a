import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { maxIssues } from '../errors.js';
import { boundedArray, boundedRecord, checkedLater, partsWithoutMaximum } from './bounded.js';
import { check } from './check.js';
import { described } from './documented.js';
import { rawText, text } from './text.js';

/** Returns a schema that counts the values that it checks. */
function counted() {
  const seen = { values: 0 };
  const schema = z.int().refine(() => ++seen.values > 0);
  return { seen, schema };
}

describe('boundedArray', () => {
  test('checks the length before the items, as a copy too', () => {
    const { seen, schema } = counted();
    const list = boundedArray(schema, { min: 1, max: 3 });
    for (const one of [list, described(list, 'A copy.'), list.nullable().transform((items) => items?.length)]) {
      expect(() => check(z.object({ list: one }), { list: [1, 2, 3, 4] })).toThrow(
        expect.objectContaining({
          issues: [expect.objectContaining({ path: 'list', code: 'too_many', params: { max: 3 } })],
        }),
      );
    }
    expect(seen.values).toBe(0);
    expect(check(list, [1, 2, 3])).toEqual([1, 2, 3]);
    expect(seen.values).toBe(3);
    expect(() => check(list, [])).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ code: 'too_few' })] }),
    );
    expect(() => check(list, {})).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ code: 'not_an_array' })] }),
    );
  });

  test('stops at the number of issues that an error lists', () => {
    let checked = 0;
    const item = z.int().refine(() => ++checked < 0);
    const { issues = [] } = boundedArray(item, { max: 10_000 }).safeParse(Array(10_000).fill(1)).error ?? {};
    expect([issues.length, checked]).toEqual([maxIssues, maxIssues]);
  });
});

test('boundedRecord checks the number of members before the members', () => {
  const { seen, schema } = counted();
  const record = described(boundedRecord(rawText(9), schema, { max: 2 }), 'A copy.');
  expect(() => check(record, { a: 1, b: 2, c: 3 })).toThrow(
    expect.objectContaining({ issues: [expect.objectContaining({ code: 'too_many', params: { max: 2 } })] }),
  );
  expect(seen.values).toBe(0);
  expect(check(record, { a: 1, b: 2 })).toEqual({ a: 1, b: 2 });
  expect(z.toJSONSchema(record, { metadata: z.registry() })).toMatchObject({ type: 'object' });
});

describe('partsWithoutMaximum', () => {
  test.each<[string, z.ZodType]>([
    ['an array', z.array(z.int())],
    ['an array of zod with a maximum, which would report each item', z.array(z.int()).max(9)],
    ['a record', z.record(rawText(9), z.int())],
    ['a string', z.string()],
    ['a string that is transformed', z.string().transform((value) => value.length)],
    ['a string with a pattern of any length', z.string().regex(/^[a-z]+$/)],
    ['a string with a pattern that is not anchored', z.string().regex(/a{1,3}/)],
    ['a key', boundedRecord(z.string(), z.int(), { max: 9 })],
    ['any value', z.unknown()],
    ['members that are not known', z.looseObject({ a: z.int() }).catchall(z.string())],
    ['a part of a union', z.union([z.int(), z.string()])],
    ['the rest of a tuple', z.tuple([z.int()], z.int())],
    ['a nested part', z.object({ a: boundedArray(z.object({ b: z.string().nullable().optional() }), { max: 9 }) })],
  ])('finds %s', (_name, schema) => {
    expect(partsWithoutMaximum(schema)).toHaveLength(1);
  });

  test('finds a schema that contains itself', () => {
    const node = z.object({
      get children() {
        return boundedArray(node, { max: 9 });
      },
    });
    expect(partsWithoutMaximum(node)).toEqual(['children.[]: contains itself']);
  });

  test('accepts schemas with a maximum in every part', () => {
    const schema = z.strictObject({
      id: z.string().regex(/^[a-z0-9_-]{1,40}$/),
      name: text(9).nullable(),
      list: boundedArray(z.union([rawText(9), z.enum(['a'])]), { max: 9 }).default([]),
      later: checkedLater('a test'),
    });
    expect(partsWithoutMaximum(schema)).toEqual([]);
  });
});
