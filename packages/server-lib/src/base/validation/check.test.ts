import { expect, test } from 'vitest';
import { z } from 'zod';
import type { FieldErrors } from '../../shared/faults/error-codes.js';
import { AskwellError } from '../errors.js';
import { boundedArray } from './bounded.js';
import { check } from './check.js';
import { rawText } from './text.js';

const schema = z.strictObject({
  name: rawText(10),
  count: z.int().min(1).max(9).optional(),
  colour: z.enum(['red', 'blue']).optional(),
  options: boundedArray(z.strictObject({ label: rawText(10) }), { min: 1, max: 2 }).optional(),
});

function faultsOf(value: unknown): FieldErrors | undefined {
  try {
    check(schema, value);
  } catch (error) {
    if (error instanceof AskwellError && error.code === 'invalid') return error.errors;
    throw error;
  }
  return undefined;
}

test('returns a valid value', () => {
  expect(check(schema, { name: 'a', options: [{ label: 'x' }] })).toEqual({ name: 'a', options: [{ label: 'x' }] });
});

test.each([
  [{}, { name: ['Required.'] }],
  [{ name: null }, { name: ['Must be a string.'] }],
  [{ name: 'a', count: 0 }, { count: ['Must be 1 or more.'] }],
  [{ name: 'a', count: 10 }, { count: ['Must be 9 or less.'] }],
  [{ name: 'a', count: 1.5 }, { count: ['Must be an integer.'] }],
  [{ name: 'a', colour: 'green' }, { colour: ['Must be "red" or "blue".'] }],
  [{ name: 'a', options: {} }, { options: ['Must be an array.'] }],
  [{ name: 'a', options: [] }, { options: ['Must have at least 1 items.'] }],
  [{ name: 'a', options: [{ label: 'x' }, { label: 1 }] }, { 'options.1.label': ['Must be a string.'] }],
  [{ name: 'a', options: [{ label: 'x', colour: 1 }] }, { 'options.0.colour': ['Unknown field.'] }],
  [
    { name: 'a', more: 1, most: 2 },
    { more: ['Unknown field.'], most: ['Unknown field.'] },
  ],
  [[], { body: ['Must be an object.'] }],
  [null, { body: ['Must be an object.'] }],
  ['text', { body: ['Must be an object.'] }],
])('reports for %j: %j', (value, faults) => {
  expect(faultsOf(value)).toEqual(faults);
});

test('reports all faults together', () => {
  expect(Object.keys(faultsOf({ name: 1, count: 0, options: [{}], more: 1 }) ?? {}).sort()).toEqual([
    'count',
    'more',
    'name',
    'options.0.label',
  ]);
});

test('reports at most 100 of many unknown members', () => {
  const body = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`m${at}`, 1]));
  expect(Object.keys(faultsOf({ ...body, name: 'a' }) ?? {})).toHaveLength(100);
});

test('does not validate with a schema that accepts values of any size', () => {
  const parts: z.ZodType[] = [
    z.string(),
    z.array(z.int()).max(9),
    z.record(rawText(9), z.int()),
    z.unknown(),
    z.string().regex(/^a+$/),
  ];
  for (const part of parts) expect(() => check(z.object({ part }), {})).toThrow(TypeError);
});
