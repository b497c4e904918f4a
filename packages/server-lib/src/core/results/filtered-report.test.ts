import { expect, test } from 'vitest';
import { runOperation } from '../../db/operation.js';
import { poll } from '../../kinds/poll/poll-kind.js';
import { everyAnswer } from '../answers/answer-selection.js';
import { filteredResultsReport } from './filtered-report.js';

const standing = { elapsed: () => 0, milliseconds: 1 };
const definition = JSON.stringify({ terms: {}, own: { type: 'single', options: [] } });

/** Runs a slice of a report over an ask with more answers than the slice reads. */
function readSlice(report: ReturnType<typeof createReport>, after: string | null): string | undefined {
  let lastId = 0;
  const outcome = runOperation(
    report.read({ ask: 1, selection: everyAnswer, request: null, job: 'job', after }, standing),
    (statement) => {
      const selectsDefinition = statement.strings.join('').includes('select definition');
      statement.rows = selectsDefinition
        ? [{ definition }]
        : Array.from({ length: 500 }, () => ({ id: String(++lastId), body: '{"choices":[]}', created_at: 0 }));
    },
  );
  return outcome?.type;
}

const createReport = () => filteredResultsReport(poll);

test('each instance of a report keeps its own counts between two slices', () => {
  const [own, other] = [createReport(), createReport()];
  expect(readSlice(own, null)).toBe('more');
  expect(readSlice(other, '5000')).toBe('restart');
  expect(readSlice(own, '5000')).toBe('more');
});
