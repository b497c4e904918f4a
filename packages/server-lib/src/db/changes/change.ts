import type { Micros } from '../../base/clock.js';
import { behindIds } from '../sql/id-range.js';

/**
 * The types of changes. The log stores the index in this list, so new types are added at its end.
 *
 * `ask.left` and `ask.joined` are for keys that are scoped to a site: an ask was moved from the site, or to it.
 */
export const changeTypes = [
  'ask.created',
  'ask.updated',
  'ask.closed',
  'ask.deleted',
  'ask.left',
  'ask.joined',
  'answer.created',
  'answer.updated',
  'answer.deleted',
] as const;

export type ChangeType = (typeof changeTypes)[number];

/** A change of one ask, or of several of its answers. */
export interface Change {
  readonly type: ChangeType;
  readonly account: number;
  readonly site: number | null;
  /** The number of the ask. */
  readonly ask: number;
  readonly at: Micros;
  /** The answers, or the ID of a deleted ask. Null for other changes of asks. */
  readonly detail: string | null;
}

/** An ask whose changes are logged. */
export interface LoggedAsk {
  readonly seq: number;
  readonly account_id: number;
  readonly site_id: number | null;
}

/** Creates a change of an ask. */
export function changeOf(
  type: ChangeType,
  { seq, account_id, site_id }: LoggedAsk,
  at: Micros,
  detail: string | null = null,
): Change {
  return { type, account: account_id, site: site_id, ask: seq, at, detail };
}

/** The number of IDs from which a range is shorter than a list. */
const minRangeLength = 3;

/** Lists answers in a change. The IDs have no prefixes. */
export function listAnswers(ids: readonly string[]): string {
  return ids.join(',');
}

/**
 * Names answers that were created together by their first and last ID. Another process may have created answers in between, which
 * readers then see twice.
 */
export function toAnswerRange(ids: readonly string[]): string {
  if (ids.length < minRangeLength) return listAnswers(ids);
  const sorted = [...ids].sort();
  return `${sorted[0]}-${sorted.at(-1)}`;
}

/** The range of all answers of an ask. */
export const allAnswers = `-${behindIds}`;

/** The end of the range of an import, which readers of ranges ignore. */
const importMark = 'imported';

/** Names the answers of an import, which cause no emails. */
export function toImportedRange(first: string, last: string): string {
  return `${first}-${last}-${importMark}`;
}

/** Returns whether {@link toImportedRange} named the answers. */
export function isImported(detail: string): boolean {
  return detail.split('-')[2] === importMark;
}

/** The answers that a change names. */
export type ChangedAnswers = { readonly ids: readonly string[] } | { readonly first: string; readonly last: string };

/** Parses what {@link listAnswers}, {@link toAnswerRange} or {@link toImportedRange} returned. */
export function parseAnswers(detail: string): ChangedAnswers {
  const [first = '', last] = detail.split('-');
  return last === undefined ? { ids: detail.split(',') } : { first, last };
}
