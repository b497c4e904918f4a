import { expect, test } from 'vitest';
import { AskwellError, maxIssues } from '../../base/errors.js';
import { check, tryCheck } from '../../base/validation/check.js';
import { whenDraft } from './condition-schema.js';

const valid: unknown[] = [
  { field: 'a', is: ' x ' },
  { field: 'a', row: 'r', is_not: { variable: 'v' } },
  { count: 'a', between: [1, { field: 'b' }] },
  { variable: 'v', at_least: 3 },
  { field: 'a', one_of: ['x', 2, true] },
  { field: 'a', before: { today: -3 } },
  { all: [{ field: 'a', answered: true }, { none: [{ field: 'b', contains: 'x' }] }] },
];

test.each(valid)('accepts %j', (condition) => {
  expect(check(whenDraft, condition)).toEqual(JSON.parse(JSON.stringify(condition).replace(' x ', 'x')));
});

const invalid: [condition: unknown, issues: string[]][] = [
  ['a', ['body not_an_object']],
  [[], ['body not_an_object']],
  [{ is: 'x' }, ['body one_field_of']],
  [{ row: 'r', is: 'x' }, ['body one_field_of']],
  [{ field: 'a', count: 'b', is: 'x' }, ['body one_field_of']],
  [{ field: 'a' }, ['body one_field_of']],
  [{ field: 'a', is: 'x', is_not: 'y' }, ['body one_field_of']],
  [{ field: 'a', equals: 'x' }, ['equals unknown_field', 'body one_field_of']],
  [{ field: 'a', is: 'x', constructor: 'y', toString: 'z' }, ['constructor unknown_field', 'toString unknown_field']],
  [{ field: 1, is: null }, ['field not_a_string', 'is not_an_operand']],
  [{ field: 'a', row: 2, is: 'x' }, ['row not_a_string']],
  [{ field: 'a', row: 'r', count: 'b', is: 'x' }, ['body one_field_of']],
  [{ field: 'a', one_of: [] }, ['one_of too_few']],
  [{ field: 'a', is: { field: 'b', x: 1 } }, ['is.x unknown_field']],
  [{ field: 'a', between: [{ today: 0, x: 1 }, 2] }, ['between.0.x unknown_field']],
  [{ field: 'a', between: [1, []] }, ['between.1 not_an_operand']],
  [{ field: 'a', answered: 'yes' }, ['answered not_a_boolean']],
  [
    {
      all: [
        { field: 'a', is: 'x' },
        { field: 'b', is: [] },
      ],
    },
    ['all.1.is not_an_operand'],
  ],
  [{ any: [{ field: 'a', is: 'x', y: 1 }, { field: 'b' }] }, ['any.0.y unknown_field']],
  [{ all: [], any: [] }, ['body one_field_of']],
  [{ all: [{ field: 'a', is: 'x' }], field: 'a' }, ['field unknown_field']],
];

test.each(invalid)('refuses %j', (condition, issues) => {
  expect(issuesOf(condition)).toEqual(issues);
});

test.each([
  ['of a condition', (unknown: object) => ({ field: 'a', is: 'x', ...unknown })],
  ['of an operand', (unknown: object) => ({ field: 'a', is: { field: 'b', ...unknown } })],
])('refuses unknown members %s until a response could not list more', (_, withUnknown) => {
  const unknown = Object.fromEntries(Array.from({ length: 2 * maxIssues }, (__, at) => [`x${at}`, 1]));
  expect(tryCheck(whenDraft, withUnknown(unknown)).error?.issues).toHaveLength(maxIssues);
});

function issuesOf(condition: unknown): string[] {
  try {
    check(whenDraft, condition);
  } catch (error) {
    if (error instanceof AskwellError) return (error.issues ?? []).map(({ path, code }) => `${path} ${code}`);
    throw error;
  }
  return [];
}
