import { expect, test } from 'vitest';
import type { JsonObject } from '../../base/validation/json-value.js';
import { type DraftCondition, groupOf } from './draft-conditions.js';

const field = { subject: 'field', field: 'a', row: '' } as const;
const conditions: [json: JsonObject, condition: DraftCondition][] = [
  [
    { field: 'a', is: 'x' },
    { ...field, operator: 'is', value: 'x' },
  ],
  [
    { at_least: 3, count: 'a' },
    { ...field, subject: 'count', operator: 'at_least', value: 3 },
  ],
  [
    { variable: 'v', less: 2 },
    { subject: 'variable', field: 'v', row: '', operator: 'less', value: 2 },
  ],
  [
    { field: 'a', row: 'r', is: 'o' },
    { subject: 'row', field: 'a', row: 'r', operator: 'is', value: 'o' },
  ],
  [
    { field: 'a', answered: true },
    { ...field, operator: 'answered', value: undefined },
  ],
  [
    { field: 'a', answered: false },
    { ...field, operator: 'unanswered', value: undefined },
  ],
  [{ field: 'a' }, { ...field, operator: 'is', value: undefined }],
  [
    { field: 5, is: 'x' },
    { ...field, field: '', operator: 'is', value: 'x' },
  ],
];

test.each(conditions)('reads %j', (json, condition) => {
  expect(groupOf(json)).toEqual({ match: 'all', parts: [condition], json: { all: [json] } });
});
