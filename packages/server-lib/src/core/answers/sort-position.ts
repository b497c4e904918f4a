import { foldText } from '../../base/normalize-text.js';
import type { AnswerCell } from './answer-column.js';

/** The value by which answers are compared. Null if an answer has nothing in the column. */
export type SortKey = number | string | null;

/**
 * The position of an answer in a list: the value that it is sorted by, then its ID. In the order of creation, there is no value.
 */
export interface SortPosition {
  readonly key: SortKey;
  readonly id: string;
}

/** The order of creation, which an index has. */
export const byCreation = 'created_at';

/** The number of characters by which texts are sorted. Cursors contain them. */
export const maxSortKeyLength = 64;

/** The number of characters of a text that are folded. More than enough for a key, unless most of them are spaces. */
const foldedLength = 512;

/** Returns the value by which a cell is sorted: a number, a time, or the beginning of a text without regard to case and spaces. */
export function sortKeyOf(cell: AnswerCell | null): SortKey {
  if (cell === null) return null;
  if (cell.at !== undefined) return cell.at;
  if (typeof cell.value === 'number') return cell.value;
  const key = foldText(cell.value.slice(0, foldedLength)).slice(0, maxSortKeyLength);
  return key.isWellFormed() ? key : key.replace(/[\ud800-\udfff]$/, '').toWellFormed();
}

/** Compares two positions in the order of a list. Answers without a value are last in both orders. IDs are in the order of creation. */
export function comparePositions(a: SortPosition, b: SortPosition, order: 'asc' | 'desc'): number {
  if ((a.key === null) !== (b.key === null)) return a.key === null ? 1 : -1;
  const ascending = compareKeys(a.key, b.key) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
  return order === 'asc' ? ascending : -ascending;
}

/** Compares two keys. Numbers come before texts. A field can change between them only while there are no answers. */
function compareKeys(a: SortKey, b: SortKey): number {
  if (a === null || b === null || a === b) return 0;
  if (typeof a === 'number') return typeof b === 'number' ? a - b : -1;
  if (typeof b === 'number') return 1;
  return a < b ? -1 : 1;
}

/** Merges two sorted lists, and returns the first ones. */
export function mergeSorted(
  a: readonly SortPosition[],
  b: readonly SortPosition[],
  { order, limit }: { readonly order: 'asc' | 'desc'; readonly limit: number },
): SortPosition[] {
  const merged: SortPosition[] = [];
  let [i, j] = [0, 0];
  while (merged.length < limit) {
    const [left, right] = [a[i], b[j]];
    if (!left && !right) break;
    const takesLeft = left !== undefined && (right === undefined || comparePositions(left, right, order) <= 0);
    const next = takesLeft ? left : right;
    if (takesLeft) i++;
    else j++;
    if (next) merged.push(next);
  }
  return merged;
}

/** Returns the position as text, for cursors: the ID, then the kind of the key and the key. */
export function formatPosition({ key, id }: SortPosition): string {
  if (key === null) return id;
  return `${id}${typeof key === 'number' ? 'n' : 't'}${key}`;
}

/** The form of {@link formatPosition}. */
export const positionPattern = /^[0-9a-z]{20}(n-?\d+(\.\d+)?(e[+-]?\d+)?|t.*)?$/s;

/** Reads a position. Only for texts of {@link positionPattern}. */
export function parsePosition(text: string): SortPosition {
  const [id, kind, key] = [text.slice(0, 20), text[20], text.slice(21)];
  return { id, key: kind === undefined ? null : kind === 'n' ? Number(key) : key };
}
