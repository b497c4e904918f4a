import type { TagChange } from '../../../asks/notes/tag-answers.js';
import type { OwnerAsk } from '../owner-ask.js';
import { type AnswerSearch, type SearchLimits, scanAnswers, searchLimits } from './search-answers.js';

/** A change of several answers at once. */
export type AnswerChange = { readonly change: 'delete' } | TagChange;

/** The limits of what one request reads and changes. */
export interface ChangeLimits extends SearchLimits {
  /** The number of answers after which a request stops. */
  readonly changes: number;
}

export const changeLimits: ChangeLimits = { ...searchLimits, changes: 5_000 };

/** The answers that a change is for. IDs are in the order of their times. */
export interface ChangeRange {
  /** The ID of the answer after which the change continues. Null for the beginning. */
  readonly after: string | null;
  /** The ID of the last answer, so that answers that came later are left alone. */
  readonly upTo: string;
}

/** The answers that one request has changed. */
export interface ChangedSlice {
  readonly changed: number;
  /** The number of answers that would have had too many tags. */
  readonly full: number;
  /** Where the change continues. Null if it is complete. */
  readonly after: string | null;
}

/** Changes answers by the IDs of their rows, which are at most as many as one write may change. */
export async function changeAnswers(
  { answers }: OwnerAsk,
  ids: readonly string[],
  change: AnswerChange,
): Promise<{ changed: number; full: number }> {
  if (ids.length === 0) return { changed: 0, full: 0 };
  if (change.change !== 'delete') return answers.tag(ids, change);
  return { changed: await answers.deleteSome(ids), full: 0 };
}

/** Changes the answers that a search finds, oldest first, in several writes. Stops at its limits. */
export async function changeMatching(
  ask: OwnerAsk,
  search: AnswerSearch,
  change: AnswerChange,
  { after, upTo }: ChangeRange,
  limits = changeLimits,
): Promise<ChangedSlice> {
  const total = { changed: 0, full: 0 };
  let [rows, characters, found] = [0, 0, 0];
  for await (const scanned of scanAnswers(ask, search, { after, order: 'asc' }, { most: limits.batch })) {
    const ids = scanned.matching.map(({ row }) => row.id).filter((id) => id <= upTo);
    const { changed, full } = await changeAnswers(ask, ids, change);
    total.changed += changed;
    total.full += full;
    rows += scanned.rows;
    characters += scanned.characters;
    found += ids.length;
    if (scanned.last >= upTo) break;
    if (rows >= limits.rows || characters >= limits.characters || found >= limits.changes)
      return { ...total, after: scanned.last };
  }
  return { ...total, after: null };
}

/** The limits of what one request reads to count answers. */
export const countLimits: SearchLimits = { ...searchLimits, rows: 100_000, characters: 64_000_000 };

/** The number of answers that a search finds. */
export interface CountedAnswers {
  readonly count: number;
  /** Whether the count stopped at its limits. */
  readonly isCut: boolean;
}

/** Counts the answers that a search finds. Stops at its limits. */
export async function countMatching(
  ask: OwnerAsk,
  search: AnswerSearch,
  upTo: string,
  limits = countLimits,
): Promise<CountedAnswers> {
  let [rows, characters, count] = [0, 0, 0];
  for await (const scanned of scanAnswers(ask, search, { after: null, order: 'asc' }, { most: limits.batch })) {
    count += scanned.matching.filter(({ row }) => row.id <= upTo).length;
    rows += scanned.rows;
    characters += scanned.characters;
    if (scanned.last >= upTo) break;
    if (rows >= limits.rows || characters >= limits.characters) return { count, isCut: true };
  }
  return { count, isCut: false };
}
