import fc from 'fast-check';
import { expect, test } from 'vitest';
import { labelsOf, listCell, optionCell, textCell, toItem } from '../answers/answer-column.js';
import { createCrossTable } from './cross-table.js';
import { maxCrossTableOptions } from './limits.js';

const optionsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `o${at}`, label: `Option ${at}` }));

/** An answer to a question: the numbers of its options, and whether it has a write-in. */
const answer = fc.record({ options: fc.uniqueArray(fc.nat(60), { maxLength: 4 }), writeIn: fc.boolean() });
type Answer = typeof answer extends fc.Arbitrary<infer Value> ? Value : never;

function cellOf({ options, writeIn }: Answer) {
  const items = options.map((at) => toItem(labelsOf([]), `o${at}`));
  return listCell([...items, ...(writeIn ? [{ label: 'Own' }] : [])]);
}

/** Returns the option of each answer: itself, or null if it has no place of its own. */
const placesOf = ({ options, writeIn }: Answer, count: number) =>
  new Set<string | null>([
    ...options.map((at) => (at < Math.min(count, maxCrossTableOptions) ? `o${at}` : null)),
    ...(writeIn ? [null] : []),
  ]);

test('a cross table counts as a plain count of the answers does', () => {
  const pairs = fc.array(fc.tuple(answer, answer), { maxLength: 40 });
  const sizes = fc.tuple(fc.nat(60), fc.nat(60));
  const property = fc.property(pairs, sizes, (answers, [rowCount, columnCount]) => {
    const counted = createCrossTable(optionsOf(rowCount), optionsOf(columnCount));
    for (const [row, column] of answers) counted.add(cellOf(row), cellOf(column));
    const { table } = counted;
    const both = answers
      .map(([row, column]) => [placesOf(row, rowCount), placesOf(column, columnCount)] as const)
      .filter(([row, column]) => row.size > 0 && column.size > 0);
    expect(table.answers).toBe(both.length);
    expect(table.columns.map(({ answers: n }) => n)).toEqual(
      table.columns.map(({ id }) => both.filter(([, column]) => column.has(id)).length),
    );
    for (const row of table.rows) {
      const ofRow = both.filter(([places]) => places.has(row.id));
      expect(row.answers).toBe(ofRow.length);
      const counts = table.columns.map(({ id }) => ofRow.filter(([, column]) => column.has(id)).length);
      expect(row.counts).toEqual(counts);
    }
    const known = new Set(table.rows.map(({ id }) => id));
    expect(both.every(([row]) => [...row].every((id) => known.has(id)))).toBe(true);
  });
  fc.assert(property);
});

test('the largest questions have a limited number of cells, and the rest is grouped', () => {
  const counted = createCrossTable(optionsOf(200), optionsOf(200));
  counted.add(optionCell(new Map(), 'o199'), optionCell(new Map(), 'o0'));
  const { rows, columns, grouped_rows, grouped_columns } = counted.table;
  expect([rows.length, columns.length]).toEqual([maxCrossTableOptions + 1, maxCrossTableOptions + 1]);
  expect([grouped_rows, grouped_columns]).toEqual([160, 160]);
  expect(rows.at(-1)).toMatchObject({ id: null, label: 'Others', answers: 1 });
  expect(rows.at(-1)?.counts[0]).toBe(1);
});

test('a write-in counts to the others, and questions without answers have a table of zeros', () => {
  const counted = createCrossTable(optionsOf(1), optionsOf(2));
  expect(counted.table).toMatchObject({
    answers: 0,
    rows: [{ id: 'o0', answers: 0, counts: [0, 0] }],
  });
  counted.add(textCell('Own'), optionCell(new Map(), 'o1'));
  counted.add(null, optionCell(new Map(), 'o1'));
  const { answers, rows } = counted.table;
  expect([answers, rows.at(-1)?.label, rows.at(-1)?.answers]).toEqual([1, 'Others', 1]);
});
