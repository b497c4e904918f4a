import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formDraft } from '../../kinds/form/form-schema.js';
import { pollDraft } from '../../kinds/poll/poll-schema.js';
import { quizDraft } from '../../kinds/quiz/quiz-schema.js';
import { Faults } from '../faults/faults.js';
import { findExcess } from './find-excess.js';
import type { JsonValue } from './json-value.js';

type Excess = [path: string, code: string, max: unknown];

function excessIn(schema: Parameters<typeof findExcess>[0], value: JsonValue): Excess[] {
  const faults = new Faults();
  findExcess(schema, value, faults);
  return faults.issues.map(({ path, code, params }) => [path, code, params['max']]);
}

const many = (count: number, item: JsonValue = {}) => Array(count).fill(item);

test.each<[string, JsonValue, Excess[]]>([
  [
    'conditions',
    { fields: [{ type: 'email', show_if: { all: many(51) } }] },
    [['fields.0.show_if.all', 'too_many', 50]],
  ],
  [
    'conditions of an unknown type',
    { fields: [{ show_if: { any: many(51) } }] },
    [['fields.0.show_if.any', 'too_many', 50]],
  ],
  ['fields', { fields: many(201, 1) }, [['fields', 'too_many', 200]]],
  ['rows', { fields: [{ type: 'matrix', rows: many(51, 'x') }] }, [['fields.0.rows', 'too_many', 50]]],
  ['options', { fields: [{ type: 'dropdown', options: many(201, 'x') }] }, [['fields.0.options', 'too_many', 200]]],
  [
    'an option',
    { fields: [{ type: 'dropdown', options: ['x'.repeat(501)] }] },
    [['fields.0.options.0', 'too_long', 500]],
  ],
  ['the ID of a field', { fields: [{ id: 'x'.repeat(101), type: 'email' }] }, [['fields.0.id', 'too_long', 100]]],
  [
    'a condition',
    { fields: [{ show_if: { all: [{ field: 'x'.repeat(41) }] } }] },
    [['fields.0.show_if.all.0.field', 'too_long', 40]],
  ],
  [
    'nothing at the maxima',
    { fields: many(200, { type: 'dropdown', options: ['x'.repeat(500)], show_if: { all: many(50) } }) },
    [],
  ],
  ['nothing in what is wrong otherwise', { title: 5, fields: [null, 'x', { type: 9 }], more: { deep: [[]] } }, []],
])('finds %s', (_name, draft, expected) => {
  expect(excessIn(formDraft, draft)).toEqual(expected);
});

test('measures texts as they are stored: trimmed, in code points', () => {
  expect(excessIn(pollDraft, { title: `  ${'🙂'.repeat(300)}  ` })).toEqual([]);
  expect(excessIn(pollDraft, { title: '🙂'.repeat(301) })).toEqual([['title', 'too_long', 300]]);
});

test('accepts an answer key in any of its forms', () => {
  const keyed = (answer: JsonValue) => excessIn(quizDraft, { questions: [{ answer }] });
  for (const answer of [true, 'x', ['x'], { value: 1 }, { o1: 't1' }]) expect(keyed(answer)).toEqual([]);
  expect(keyed(many(201, 'x'))).toEqual([['questions.0.answer', 'too_many', 200]]);
  expect(keyed(Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`o${at}`, 't'])))).toHaveLength(1);
});

test('finds nothing in values that are small', () => {
  const small = fc.jsonValue({ maxDepth: 4 }).filter((value) => JSON.stringify(value).length < 40);
  fc.assert(
    fc.property(small, (value) => {
      for (const schema of [pollDraft, quizDraft, formDraft])
        expect(
          excessIn(schema, JSON.parse(JSON.stringify({ title: value, fields: [value], questions: [value] }))),
        ).toEqual([]);
    }),
  );
});

test('does not look at the items of an array with too many', () => {
  const fields = many(201);
  Object.defineProperty(fields, 0, { enumerable: true, get: () => expect.unreachable('The size comes first.') });
  expect(excessIn(formDraft, { fields })).toEqual([['fields', 'too_many', 200]]);
});
