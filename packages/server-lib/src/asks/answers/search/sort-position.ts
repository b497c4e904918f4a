import type { AnswerSort } from '../filters/answer-params.js';

/** The place of an answer in a sorted list: the value that it is sorted by, then its ID. */
export interface SortPosition {
  readonly key: number;
  readonly id: string;
}

/** An order of answers that no index has. */
export type ScannedSort = Exclude<AnswerSort, 'created_at'>;

/** Compares two positions in the order of a list. IDs are in the order of creation. */
export function comparePositions(a: SortPosition, b: SortPosition, order: 'asc' | 'desc'): number {
  const ascending = a.key - b.key || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
  return order === 'asc' ? ascending : -ascending;
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

/** Returns the position as text, for cursors. */
export function formatPosition({ key, id }: SortPosition): string {
  return `${key}~${id}`;
}

/** The form of {@link formatPosition}. */
export const positionPattern = /^\d+(\.\d+)?(e[+-]\d+)?~[0-9a-z]{20}$/;

/** Reads a position. Only for texts of {@link positionPattern}. */
export function parsePosition(text: string): SortPosition {
  const [key = '', id = ''] = text.split('~');
  return { key: Number(key), id };
}
