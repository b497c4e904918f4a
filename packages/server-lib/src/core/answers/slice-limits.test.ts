import { afterEach, expect, test, vi } from 'vitest';
import { type ComputeLimit, type Operation, runOperation } from '../../db/operation.js';
import { form } from '../../kinds/form/form-kind.js';
import { type AnswerSelection, everyAnswer } from './answer-selection.js';
import { type ColumnOperator, columnOperators } from './column-condition.js';
import { countAnswersReport, findAnswersReport, positionedAnswersReport, sortAnswersReport } from './search-reports.js';

const field = { id: 'f1', type: 'long_text', label: 'Text' };
const definition = JSON.stringify({ terms: {}, own: { fields: [field], next: 2 } });

/** A limit that never ends a slice, and a limit whose clock advances by a millisecond each time it is read. */
const standing: ComputeLimit = { elapsed: () => 0, milliseconds: 1 };
function moving(milliseconds: number): ComputeLimit {
  let now = 0;
  return { elapsed: () => now++, milliseconds };
}

interface StoredText {
  readonly text: string;
  readonly note?: string;
}

/** Stores answers with texts, and returns the functions that run reports over them. */
function storing(count: number, { text, note }: StoredText) {
  const row = (n: number) => ({ id: idOf(n), body: JSON.stringify({ f1: text }), created_at: 0, tags: null, note });
  const answers = Array.from({ length: count }, (_, n) => row(n));
  const find = findAnswersReport(form);
  function run<Outcome>(operation: Operation<Outcome>, after: string | null = null): Outcome {
    let at = after === null ? 0 : answers.findIndex(({ id }) => id === after) + 1;
    let size = 125;
    return runOperation(operation, (statement) => {
      if (statement.strings.join('').includes('select definition')) {
        statement.rows = [{ definition }];
        return;
      }
      statement.rows = answers.slice(at, at + size);
      at += size;
      size = Math.min(2 * size, 500);
    });
  }
  return {
    find: (selection: AnswerSelection, limit: ComputeLimit, after: string | null = null) =>
      run(find.read({ ask: 1, selection, after, order: 'asc', limit: 10_000, withNotes: true }, limit), after) ??
      expect.unreachable('The ask exists.'),
    run,
  };
}

const idOf = (n: number) => String(n).padStart(20, '0');

function selectionOf(operator: ColumnOperator, count = 1): AnswerSelection {
  const value = operator === 'answered' || operator === 'not_answered' ? '' : 'value';
  const condition = { type: 'column', column: 'field.f1', operator, value } as const;
  return { ...everyAnswer, conditions: Array.from({ length: count }, () => condition) };
}

afterEach(() => vi.restoreAllMocks());

test.each(columnOperators)('any number of conditions with %s fold a text once', (operator) => {
  const foldsOf = (count: number) => {
    const { find } = storing(3, { text: 'Some text' });
    const selection = selectionOf(operator, count);
    const fold = vi.spyOn(String.prototype, 'normalize');
    find(selection, standing);
    const texts = fold.mock.contexts.filter((text) => String(text).toLowerCase() === 'some text').length;
    fold.mockRestore();
    return texts;
  };
  const once = foldsOf(1);
  expect(once).toBeLessThanOrEqual(2 * 3);
  expect(foldsOf(20)).toBe(once);
});

test('the length of folded texts counts towards the limit of a slice', () => {
  const selection = selectionOf('is_not');
  const plain = storing(300, { text: 'a'.repeat(5_000) }).find(selection, standing);
  const expanded = storing(300, { text: '\ufdfa'.repeat(5_000) }).find(selection, standing);
  expect([plain.read, plain.last]).toEqual([300, null]);
  // Folding turns each character into 18.
  expect([expanded.read, expanded.last]).toEqual([43, idOf(42)]);
});

test('the characters of notes count towards the limit of a slice', () => {
  const { find } = storing(1_000, { text: 'a', note: 'n'.repeat(5_000) });
  const { read, last, characters } = find(selectionOf('answered'), standing);
  expect([read < 1_000, last]).toEqual([true, idOf(read - 1)]);
  expect(characters).toBeGreaterThanOrEqual(4_000_000);
});

test('a slice ends when its computing time is used up, and the next slice continues there', () => {
  const { find } = storing(300, { text: 'Some text' });
  const found: string[] = [];
  let slices = 0;
  for (let after: string | null = null; ; slices++) {
    const { rows, last, read } = find(selectionOf('is_not'), moving(10), after);
    found.push(...rows.map(({ id }) => id));
    if (last === null || slices > 300) break;
    expect(read).toBeGreaterThan(0);
    after = last;
  }
  expect(slices).toBeGreaterThan(20);
  expect(found).toEqual(Array.from({ length: 300 }, (_, n) => idOf(n)));
});

test('each report reads at least one answer, even if its time is used up', () => {
  const { run } = storing(3, { text: 'Some text' });
  const shared = { ask: 1, selection: selectionOf('is_not'), after: null };
  const none = () => moving(0);
  const count = run(countAnswersReport(form).read({ ...shared, upTo: idOf(2) }, none()));
  expect(count).toMatchObject({ count: 1, last: idOf(0) });
  const order = { sort: 'field.f1', order: 'asc' } as const;
  const sorted = run(sortAnswersReport(form).read({ ...shared, ...order, from: null, before: null }, none()));
  expect(sorted).toMatchObject({ positions: [{ key: 'some text' }], last: idOf(0) });
  const positions = [1, 2].map((n) => ({ key: 'some text', id: idOf(n) }));
  const input = { ask: 1, selection: shared.selection, sort: 'field.f1', positions };
  const at = (limit: ComputeLimit) => run(positionedAnswersReport(form).read(input, limit));
  expect(at(none())).toMatchObject({ rows: [{ id: idOf(1) }], read: 1 });
});
