import { expect, test } from 'vitest';
import { describeConditions } from './describe-conditions.js';

const target = { id: 'a', type: 'short_text', label: 'x'.repeat(500) };

/** Describes a field that is shown if each of some texts is the answer. */
function describeMany(count: number): string {
  const any = Array.from({ length: count }, (_, at) => ({ field: 'a', is: `v${at}` }));
  const field = { id: 'b', type: 'short_text', label: 'B', show_if: { any } };
  return describeConditions(field, new Map([['a', target]])) ?? '';
}

test('names at most ten conditions and the beginning of long labels, so that many of them do not fill a page', () => {
  expect(describeMany(10)).toMatch(/^Shown if .* is “v9”\.$/);
  expect(describeMany(11)).toMatch(/ is “v9” or 1 more condition\.$/);
  expect(describeMany(50)).toMatch(/ is “v9” or 40 more conditions\.$/);
  expect(describeMany(50).length).toBeLessThan(1_500);
});
