import fc from 'fast-check';
import { expect, test } from 'vitest';
import { naivePath } from '../../../test/support/asks/naive-path.js';
import { randomForms } from '../../../test/support/asks/random-logic.js';
import type { Field } from '../../shared/contract/resources.js';
import { maxEvaluatedCharacters } from './limits.js';
import { createPathCounts, type PathCounts } from './path-counts.js';
import { toBody } from './stored-submission.js';

const date = '2026-01-31';
const reached = (ending: string | null) => ({ variables: {}, ending, outcome: 'completed', quotas: [] }) as const;

/** Follows the steps of one submission. */
function pagesOf({ steps }: PathCounts): string[] {
  const next = new Map(steps.map(({ from, to }) => [from, to]));
  const pages: string[] = [];
  const targets = new Set(next.values());
  for (let at = steps.find(({ from }) => !targets.has(from))?.from; at !== undefined; at = next.get(at)) pages.push(at);
  return pages;
}

test('a submission goes through the shown pages to its ending', () => {
  fc.assert(
    fc.property(randomForms, ([form, answers]) => {
      const { shown, ending } = naivePath(form, answers, date);
      const paths = createPathCounts(form);
      paths.add(toBody(answers, reached(ending)), date);
      const pages = shown.filter((id) => form.fields.some((field) => field.id === id && field.type === 'page'));
      const hasStart = shown[0] !== pages[0] || pages.length === 0;
      expect(pagesOf(paths.counts)).toEqual([...(hasStart ? [''] : []), ...pages, expect.any(String)]);
      expect(paths.counts.endings).toEqual(ending === null ? [] : [{ id: ending, count: 1 }]);
      expect(paths.counts.submissions).toBe(1);
    }),
    { numRuns: 400 },
  );
});

test('a large form is evaluated for fewer submissions', () => {
  const fields: Field[] = Array.from({ length: 2_000 }, (_, at) => ({
    id: `f${at}`,
    type: 'short_text',
    label: '',
    help: null,
    required: false,
    show_if: null,
    placeholder: null,
    max_length: null,
    min_length: null,
  }));
  const paths = createPathCounts({ fields });
  const length = JSON.stringify(fields).length;
  const max = Math.ceil(maxEvaluatedCharacters / length);
  for (let at = 0; at <= max; at++) paths.add({}, date);
  expect(paths.counts).toEqual({ submissions: max, steps: [{ from: '', to: 'submit', count: max }], endings: [] });
});
