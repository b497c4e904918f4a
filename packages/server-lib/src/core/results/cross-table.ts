import type { CrossTable, CrossTableColumn } from '../../shared/contract/resources.js';
import type { AnswerCell, ColumnChoice } from '../answers/answer-column.js';
import { maxCrossTableOptions } from './limits.js';

/** The counts of a cross table. */
export type CrossCounts = Pick<CrossTable, 'answers' | 'columns' | 'rows' | 'grouped_rows' | 'grouped_columns'>;

/** The label of the write-ins and of the options that are grouped. */
const othersLabel = 'Others';

/** Counts the answers to two questions against each other. An answer with several options counts to each of them. */
export function createCrossTable(rowChoices: readonly ColumnChoice[], columnChoices: readonly ColumnChoice[]) {
  const [rows, columns] = [createAxis(rowChoices), createAxis(columnChoices)];
  const cells = new Uint32Array(rows.size * columns.size);
  const [rowTotals, columnTotals] = [new Uint32Array(rows.size), new Uint32Array(columns.size)];
  let answers = 0;
  const add = (counts: Uint32Array, at: number) => {
    counts[at] = (counts[at] ?? 0) + 1;
  };
  return {
    /** Adds an answer. It counts if it has both cells. */
    add(rowCell: AnswerCell | null, columnCell: AnswerCell | null): void {
      if (!rowCell || !columnCell) return;
      answers++;
      const columnsOfAnswer = columns.positionsOf(columnCell);
      for (const column of columnsOfAnswer) add(columnTotals, column);
      for (const row of rows.positionsOf(rowCell)) {
        add(rowTotals, row);
        for (const column of columnsOfAnswer) add(cells, row * columns.size + column);
      }
    },
    get table(): CrossCounts {
      const shownColumns = columns.optionsOf(columnTotals);
      return {
        answers,
        columns: shownColumns.map(({ option }) => option),
        rows: rows.optionsOf(rowTotals).map(({ option, at }) => ({
          ...option,
          counts: shownColumns.map((column) => cells[at * columns.size + column.at] ?? 0),
        })),
        grouped_rows: rows.grouped,
        grouped_columns: columns.grouped,
      };
    },
  };
}

/** The options of a question, and one place for everything else. */
function createAxis(choices: readonly ColumnChoice[]) {
  const own = choices.length <= maxCrossTableOptions ? choices : choices.slice(0, maxCrossTableOptions);
  const positions = new Map(own.map(({ id }, at) => [id, at]));
  const others = own.length;
  const grouped = choices.length - own.length;
  return {
    size: own.length + 1,
    grouped,
    /** Returns where an answer counts, each place once. */
    positionsOf({ ids, writeIns = [] }: AnswerCell): readonly number[] {
      const found = new Set(ids.map((id) => positions.get(id) ?? others));
      if (ids.length === 0 || writeIns.length > 0) found.add(others);
      return [...found];
    },
    /** Returns the options with their places. Everything else follows if it has answers or grouped options. */
    optionsOf(totals: Uint32Array): readonly { readonly option: CrossTableColumn; readonly at: number }[] {
      const options = own.map(({ id, label }, at) => ({
        option: { id, label: label === '' ? id : label, answers: totals[at] ?? 0 },
        at,
      }));
      const rest = totals[others] ?? 0;
      if (rest === 0 && grouped === 0) return options;
      return [...options, { option: { id: null, label: othersLabel, answers: rest }, at: others }];
    },
  };
}
