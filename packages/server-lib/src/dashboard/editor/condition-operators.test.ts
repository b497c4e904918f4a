import { expect, test } from 'vitest';
import '../../kinds/form/form-schema.js';
import { fieldTypeOf } from '../../kinds/form/index-by-type.js';
import type { Field } from '../../shared/contract/resources.js';
import { offeredOperator, operatorsOf } from './condition-operators.js';
import { itemTypes } from './definition-parts.js';
import { takesAnswers } from './draft-conditions.js';

const isType = (type: string): type is Field['type'] => itemTypes('form').includes(type);

test('owners are offered exactly the operators that a type of field allows', () => {
  const types = itemTypes('form').filter((type) => takesAnswers({ type }));
  expect(types.length).toBeGreaterThan(10);
  const offered = (type: string) => operatorsOf(type).map(({ value }) => value);
  for (const type of types.filter(isType)) {
    const field = { id: 'f1', type, label: 'F', options: [], rows: [] };
    const allowed = Object.keys(fieldTypeOf(field).operators(Object.assign(field)));
    // Two operators of dates mean the same as two others.
    const distinct = new Set(allowed.map((name) => offeredOperator(type, name)));
    expect([type, offered(type).sort()]).toEqual([type, [...distinct, 'answered', 'unanswered'].sort()]);
  }
});
