import { expect, test } from 'vitest';
import type { JsonValue } from '../../base/validation/json-value.js';
import { describeChange, describeConditions, describeWhen } from './describe-conditions.js';
import { namesOf } from './draft-conditions.js';

const target = { id: 'a', type: 'short_text', label: 'x'.repeat(500) };

/** Describes a field that is shown if each of some texts is the answer. */
function describeMany(count: number): string {
  const any = Array.from({ length: count }, (_, at) => ({ field: 'a', is: `v${at}` }));
  const field = { id: 'b', type: 'short_text', label: 'B', show_if: { any } };
  return describeConditions(field, namesOf({ fields: [target] })) ?? '';
}

test('names at most ten conditions and the beginning of long labels, so that many of them do not fill a page', () => {
  expect(describeMany(10)).toMatch(/^Shown if .* is “v9”\.$/);
  expect(describeMany(11)).toMatch(/ is “v9” or 1 more condition\.$/);
  expect(describeMany(50)).toMatch(/ is “v9” or 40 more conditions\.$/);
  expect(describeMany(50).length).toBeLessThan(1_500);
});

const names = namesOf({
  fields: [
    { id: 'pet', type: 'single_choice', label: 'Do you have a pet?', options: [{ id: 'o1', label: 'Dog' }] },
    { id: 'age', type: 'number', label: 'Age' },
    { id: 'born', type: 'date', label: 'Born' },
    { id: 'tops', type: 'multiple_choice', label: 'Toppings', options: [{ id: 'o1', label: 'Corn' }] },
    {
      id: 'rate',
      type: 'matrix',
      label: 'Rate',
      rows: [{ id: 'r1', label: 'Food' }],
      options: [{ id: 'o1', label: 'Good' }],
    },
  ],
  variables: [{ id: 'total', type: 'number' }],
});

test.each<[JsonValue, string]>([
  [{ field: 'pet', is: 'o1' }, '“Do you have a pet?” is “Dog”'],
  [{ field: 'pet', one_of: ['o1', 'o9'] }, '“Do you have a pet?” is one of “Dog”, “o9”'],
  [{ field: 'age', between: [18, { field: 'age' }] }, '“Age” is between 18 and the answer to “Age”'],
  [{ field: 'age', at_least: '' }, '“Age” is at least …'],
  [{ field: 'born', after: { today: -1 } }, '“Born” is after 1 day before today'],
  [{ field: 'born', greater: { today: 0 } }, '“Born” is after today'],
  [{ count: 'tops', greater: 2 }, 'the number of answers to “Toppings” is greater than 2'],
  [{ field: 'rate', row: 'r1', is: 'o1' }, '“Food” of “Rate” is “Good”'],
  [{ variable: 'total', less: { variable: 'other' } }, '“total” is less than “other”'],
  [{ field: 'tops', contains: 'o1' }, '“Toppings” includes “Corn”'],
  [
    {
      none: [
        { field: 'age', answered: true },
        { field: 'age', is: 1 },
      ],
    },
    'none of these is true: “Age” is answered; “Age” is 1',
  ],
  [
    {
      all: [
        { field: 'age', is: 1 },
        {
          any: [
            { field: 'age', is: 2 },
            { field: 'age', is: 3 },
          ],
        },
      ],
    },
    '“Age” is 1 and (“Age” is 2 or “Age” is 3)',
  ],
])('reads conditions as a sentence: %j', (when, sentence) => {
  expect(describeWhen(when, names)).toBe(sentence);
});

test.each<[Record<string, JsonValue>, string]>([
  [{ set: 5 }, 'Set to 5'],
  [{ add: { score: 'pet' } }, 'Add the score of “Do you have a pet?”'],
  [{ divide: { variable: 'total' }, when: null }, 'Divide by “total”'],
])('reads rules of variables as a sentence: %j', (rule, sentence) => {
  expect(describeChange(rule, names)).toBe(sentence);
});
