import type { AnswerCell } from '../columns/answer-column.js';
import type { ColumnHead } from './answer-table.js';
import { fold } from './to-search.js';

/** The order of answers by one column. */
export interface ColumnOrder {
  /** The index of the column. */
  readonly column: number;
  readonly direction: 'ascending' | 'descending';
}

/** Returns the value of the parameter `sort` for an order. */
export function writeColumnOrder(id: string, direction: ColumnOrder['direction']): string {
  return `${direction}:${id}`;
}

/** Reads the order from the parameter `sort`. Null for an order by time, and for a column that does not exist. */
export function readColumnOrder(sort: string, columns: readonly ColumnHead[]): ColumnOrder | null {
  const [, direction, id] = /^(ascending|descending):(.+)$/s.exec(sort) ?? [];
  const column = columns.findIndex((head) => head.id === id);
  if (column === -1) return null;
  return { column, direction: direction === 'ascending' ? 'ascending' : 'descending' };
}

/** The value by which answers are compared. Null if an answer has nothing in the column. */
export type SortKey = number | string | null;

export function sortKeyOf(cell: AnswerCell | null): SortKey {
  if (cell === null) return null;
  return typeof cell.value === 'number' ? cell.value : fold(cell.text);
}

/** Compares two keys. Numbers come before texts, and answers without a value are last in both directions. */
export function compareKeys(a: SortKey, b: SortKey, direction: ColumnOrder['direction']): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const sign = direction === 'ascending' ? 1 : -1;
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  if (typeof a !== typeof b) return typeof a === 'number' ? -sign : sign;
  return a === b ? 0 : a < b ? -sign : sign;
}
