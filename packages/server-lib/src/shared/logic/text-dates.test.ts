import { expect, test } from 'vitest';
import type { Condition } from '../contract/resources.js';
import { type ConditionContext, holds } from './conditions.js';

/** Returns whether a condition on the answer to a field is true, with the value of a text variable. */
function isTrue(type: 'date' | 'time', answer: string | undefined, text: string, comparison: object): boolean {
  const context: ConditionContext = {
    today: '2026-01-31',
    answerOf: () => ({ type, value: answer }),
    variableOf: () => ({ type: 'text', value: text }),
  };
  const condition = Object.assign<{ field: string }, object>({ field: 'day' }, comparison);
  return holds(condition as Condition, context);
}

const limit = { variable: 'limit' };

test.each([
  ['2026-02-01', [true, false, true, false]],
  ['2026-01-31', [false, false, true, true]],
  ['2026-01-30', [false, true, false, true]],
])('a date is compared with the date in a text variable: %s', (text, expected) => {
  const comparisons = [{ before: limit }, { after: limit }, { at_most: limit }, { at_least: limit }];
  expect(comparisons.map((comparison) => isTrue('date', '2026-01-31', text, comparison))).toEqual(expected);
  expect(comparisons.map((comparison) => isTrue('date', undefined, text, comparison))).not.toContain(true);
});

test('a time is compared with the time in a text variable, with and without seconds', () => {
  expect(isTrue('time', '09:05', '09:05:00', { is: limit })).toBe(true);
  expect(isTrue('time', '09:05:01', '09:05', { after: limit })).toBe(true);
  expect(isTrue('time', '09:05', '09:06', { between: ['09:00', limit] })).toBe(true);
});
