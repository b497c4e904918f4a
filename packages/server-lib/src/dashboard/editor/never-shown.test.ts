import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../base/validation/json-value.js';
import { evaluateForm } from '../../shared/logic/evaluate-form.js';
import { toLogicField } from './logic-form.js';
import { neverShown } from './never-shown.js';

const target = (members: JsonObject): JsonObject => ({ id: 'a', label: 'A', ...members });
const choice = target({
  type: 'single_choice',
  options: [
    { id: 'o1', label: 'x' },
    { id: 'o2', label: 'y' },
  ],
});
const several = { ...choice, type: 'multiple_choice' };
const rating = target({ type: 'rating', scale: { min: 1, max: 5 } });

/** Returns whether a field with these conditions on a field never shows. */
function isNever(first: JsonObject, match: 'all' | 'any', conditions: readonly JsonObject[]): boolean {
  const list = conditions.map((condition) => ({ field: 'a', ...condition }));
  return neverShown([first, { id: 'b', type: 'short_text', label: 'B', show_if: { [match]: list } }]).has('b');
}

test.each<[string, JsonObject, readonly JsonObject[], boolean]>([
  ['two options of a single choice', choice, [{ is: 'o1' }, { is: 'o2' }], true],
  ['an option and not the other', choice, [{ is: 'o1' }, { is_not: 'o2' }], false],
  ['neither option, but unanswered', choice, [{ is_not: 'o1' }, { is_not: 'o2' }], false],
  ['neither option, but answered', choice, [{ is_not: 'o1' }, { is_not: 'o2' }, { answered: true }], true],
  ['a write-in', { ...choice, other: true }, [{ is_not: 'o1' }, { is_not: 'o2' }, { answered: true }], false],
  ['an option that was removed', choice, [{ is: 'o9' }], true],
  ['two options of a multiple choice', several, [{ contains: 'o1' }, { contains: 'o2' }], false],
  ['only one option and another', several, [{ is: 'o1' }, { contains: 'o2' }], true],
  ['answered and not answered', several, [{ answered: true }, { answered: false }], true],
  ['between two steps of a scale', rating, [{ greater: 2 }, { less: 3 }], true],
  ['one step of a scale', rating, [{ greater: 2 }, { less: 4 }], false],
  ['beyond a scale', rating, [{ greater: 5 }], true],
  ['between two numbers', target({ type: 'number' }), [{ greater: 2 }, { less: 3 }], false],
  ['above the maximum', target({ type: 'number', max: 10 }), [{ greater: 10 }], true],
  ['a day before and after', target({ type: 'date' }), [{ less: '2026-01-01' }, { greater: '2026-01-31' }], true],
  ['a period', target({ type: 'date' }), [{ greater: '2026-01-01' }, { less: '2026-01-31' }], false],
  ['parts of a text', target({ type: 'short_text' }), [{ contains: 'a' }, { contains: 'b' }, { is_not: 'ab' }], false],
  ['a text without its part', target({ type: 'short_text' }), [{ is: 'a' }, { contains: 'b' }], true],
  ['ticked and not ticked', target({ type: 'consent' }), [{ is: true }, { is: false }], true],
  ['not ticked', target({ type: 'consent' }), [{ is: false }], false],
])('finds whether all can be true: %s', (_name, first, conditions, expected) => {
  expect(isNever(first, 'all', conditions)).toBe(expected);
});

test('a field shows if any of its conditions can be true', () => {
  expect(isNever(choice, 'any', [{ is: 'o9' }, { is: 'o1' }])).toBe(false);
  expect(isNever(choice, 'any', [{ is: 'o9' }, { is: 'o8' }])).toBe(true);
});

test('a field that never shows cannot be answered', () => {
  const hidden = {
    ...choice,
    id: 'b',
    show_if: {
      all: [
        { field: 'a', is: 'o1' },
        { field: 'a', is: 'o2' },
      ],
    },
  };
  const last = { id: 'c', type: 'short_text', label: 'C', show_if: { all: [{ field: 'b', answered: true }] } };
  expect([...neverShown([choice, hidden, last])]).toEqual(['b', 'c']);
});

test('answers to a field are tried once for all conditions on it', () => {
  let reads = 0;
  const counted: JsonObject = {
    ...several,
    options: Array.from({ length: 50 }, (_, at) => ({ id: `o${at}`, label: 'x' })),
    get type() {
      reads++;
      return 'multiple_choice';
    },
  };
  const conditions = Array.from({ length: 50 }, (_, at) => ({ contains: `o${at}` }));
  expect(isNever(counted, 'all', conditions)).toBe(false);
  expect(reads).toBeGreaterThan(0);
  expect(reads).toBeLessThan(conditions.length);
});

test('a field that shows for some answers is never reported', () => {
  const option = fc.constantFrom('o1', 'o2', 'o3');
  const step = fc.integer({ min: 0, max: 6 });
  const onChoice = fc.oneof(
    ...[option.map((is) => ({ is })), option.map((is_not) => ({ is_not })), option.map((contains) => ({ contains }))],
    fc.boolean().map((answered) => ({ answered })),
  );
  const onRating = fc.oneof(
    ...[step.map((is) => ({ is })), step.map((is_not) => ({ is_not })), step.map((greater) => ({ greater }))],
    ...[step.map((less) => ({ less })), fc.boolean().map((answered) => ({ answered }))],
  );
  const list = fc.array(
    fc.oneof(
      onChoice.map((one): JsonObject => ({ field: 'a', ...one })),
      onRating.map((one): JsonObject => ({ field: 'r', ...one })),
    ),
    { minLength: 1, maxLength: 5 },
  );
  const options = [
    { id: 'o1', label: 'x' },
    { id: 'o2', label: 'y' },
  ];
  const type = fc.constantFrom('single_choice', 'multiple_choice');
  const picks: unknown[] = [undefined, 'o1', 'o2', ['o1'], ['o2'], ['o1', 'o2']];
  fc.assert(
    fc.property(type, fc.constantFrom('all', 'any'), list, (kind, match, conditions) => {
      const fields: JsonObject[] = [
        { id: 'a', type: kind, label: 'A', options },
        { ...rating, id: 'r' },
        { id: 'b', type: 'short_text', label: 'B', show_if: { [match]: conditions } },
      ];
      const possible = picks
        .filter((pick) => pick === undefined || Array.isArray(pick) === (kind === 'multiple_choice'))
        .some((a) =>
          [undefined, 1, 2, 3, 4, 5].some(
            (r) => evaluateForm({ fields: fields.map(toLogicField) }, { a, r }, '2026-01-31').shown.length === 3,
          ),
        );
      expect(neverShown(fields).has('b')).toBe(!possible);
    }),
    { numRuns: 500 },
  );
});
