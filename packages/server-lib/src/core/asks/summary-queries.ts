import type { Micros } from '../../base/clock.js';
import type { Operation } from '../../db/operation.js';
import { containsFolded, foldedCase } from '../../db/sql/dialect.js';
import { all, type DialectFragment, type Fragment, one, rows, sql } from '../../db/sql/statement.js';
import type { Scope } from '../../owners/access/scope.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import type { AskStatus } from '../../shared/contract/resources.js';
import { hourPrefix } from '../results/timeline.js';
import type { CountedAskRow } from './ask-queries.js';

/** Filters an account's asks of all kinds. Null matches any value. */
export interface SummaryFilter {
  readonly kind: AskKind | null;
  readonly site: number | null;
  readonly status: AskStatus | null;
  /** A substring of the title. The case of ASCII letters is ignored. */
  readonly q: string | null;
  /** Whether to list archived asks instead of the others. */
  readonly archived: boolean;
  /** The IDs of the only asks to list, with the prefixes of their kinds. Absent: all. */
  readonly ids?: readonly string[] | undefined;
}

/** The orders of a list of asks: by title from A to Z, or the newest, the most answers or the latest answer first. */
export const askSorts = ['newest', 'title', 'answers', 'last_answer'] as const;
export type AskSort = (typeof askSorts)[number];

/** The position of an ask in a list. Among asks with the same value, newer ones come first. */
export interface SummaryPosition {
  /** What the list is sorted by: a text for `title`, otherwise a number. */
  readonly value: string | number;
  readonly seq: number;
}

/** A page of a list of asks. */
export interface SummaryPage {
  readonly sort: AskSort;
  /** The last ask of the page before. Null: the first page. */
  readonly after: SummaryPosition | null;
  readonly limit: number;
}

/** An ask without its definition. */
export interface SummaryRow
  extends Omit<CountedAskRow, 'definition' | 'keep_days' | 'updated_at' | 'answers' | 'tally_seq' | 'uncounted'> {
  archived_at: Micros | null;
  /** The value of its position in the list. */
  sort_value: string | number;
}

/** The answers of an ask. */
export interface AnswerCountRow {
  ask: number;
  answers: number;
  /** When the last answer was given. Null if there are no answers. */
  last_answer_at: Micros | null;
}

/** A part of an account's asks, newest first. */
export interface SummarySlice {
  /** The ask before the first one. Null: the slice starts with the newest ask. */
  readonly after: number | null;
  /** The number of asks in the slice. */
  readonly size: number;
}

/** Selects the last ask of a slice. Undefined if the slice contains all remaining asks. */
export function selectSliceEnd(scope: Scope, { after, size }: SummarySlice): Operation<{ seq: number } | undefined> {
  return one<{ seq: number }>`
    select a.seq from askwell_asks a where ${isInScope(scope, after)} order by a.seq desc limit 1 offset ${size - 1}`;
}

/**
 * Selects the first asks of a page that a slice of the account's asks has.
 *
 * @param slice The range of asks, without `after` and including `last`. Null: not limited on this side.
 */
export function selectSummaries(
  scope: Scope,
  filter: SummaryFilter,
  { sort, after, limit }: SummaryPage,
  slice: { readonly after: number | null; readonly last: number | null },
): Operation<SummaryRow[]> {
  // An index covers all of these columns. With any other column, SQLite would read the whole row, including the definition.
  return all<SummaryRow>`
    select a.seq, a.id, a.kind, a.site_id, a.status, a.opens_at, a.closes_at, a.title, a.version, a.archived_at, a.created_at,
      ${sortValues[sort]} as sort_value
    from askwell_asks a where ${isInScope(scope, slice.after)} ${slice.last === null ? sql`` : sql`and a.seq >= ${slice.last}`}
    and ${matches(filter)} ${after === null ? sql`` : sql`and ${follows(sort, after)}`}
    order by ${sort === 'newest' ? sql`` : sort === 'title' ? sql`sort_value, ` : sql`sort_value desc, `}a.seq desc limit ${limit}`;
}

/**
 * The values that lists are sorted by. None of them has an index: each answer would have to update one of the numbers or times, and the
 * titles of a slice are sorted within milliseconds.
 */
const sortValues: Readonly<Record<AskSort, Fragment | DialectFragment>> = {
  newest: sql`a.seq`,
  title: foldedCase(sql`a.title`),
  answers: sql`coalesce((select c.answers from askwell_counters c where c.ask = a.seq), 0)`,
  last_answer: sql`coalesce((select l.created_at from askwell_answers l where l.ask = a.seq order by l.id desc limit 1), 0)`,
};

/** Returns a condition: an ask comes after a position. */
function follows(sort: AskSort, { value, seq }: SummaryPosition): Fragment {
  if (sort === 'newest') return sql`a.seq < ${seq}`;
  const column = sortValues[sort];
  const isBehind = sort === 'title' ? sql`${column} > ${value}` : sql`${column} < ${value}`;
  return sql`(${isBehind} or (${column} = ${value} and a.seq < ${seq}))`;
}

/** Selects the number of answers of each ask, and when the last one was given. */
export function selectAnswerCounts(seqs: readonly number[]): Operation<AnswerCountRow[]> {
  return all<AnswerCountRow>`
    select c.ask, c.answers, (select created_at from askwell_answers where ask = c.ask order by id desc limit 1) as last_answer_at
    from askwell_counters c where c.ask in ${rows([seqs])}`;
}

/** Selects which asks have changes that are not published. */
export function selectChanged(seqs: readonly number[]): Operation<{ ask: number }[]> {
  return all<{ ask: number }>`select ask from askwell_working_copies where ask in ${rows([seqs])}`;
}

/** Selects the number of answers of each day from an hour on. The days are numbered from 0 and start at that hour. */
export function selectDays(
  seqs: readonly number[],
  from: string,
): Operation<{ ask: number; day: number; answers: number }[]> {
  const hourOf = (bucket: Fragment) => sql`cast(substr(${bucket}, ${hourPrefix.length + 1}) as integer)`;
  return all<{ ask: number; day: number; answers: number }>`
    select ask, (${hourOf(sql`bucket`)} - ${hourOf(sql`${from}`)}) / 24 as day, sum(n) as answers from askwell_tallies
    where ask in ${rows([seqs])} and bucket >= ${from} and bucket < ${`${hourPrefix}~`} and n <> 0
    group by ask, day`;
}

function isInScope({ account, site }: Scope, after: number | null): Fragment {
  return sql`a.account_id = ${account} and a.kind <> 'deleted' and a.kind <> 'importing'
    ${site === null ? sql`` : sql`and a.site_id = ${site}`} ${after === null ? sql`` : sql`and a.seq < ${after}`}`;
}

function matches({ kind, site, status, q, archived, ids }: SummaryFilter): Fragment {
  return sql`(${archived ? sql`a.archived_at is not null` : sql`a.archived_at is null`}
    ${kind === null ? sql`` : sql`and a.kind = ${kind}`}
    ${site === null ? sql`` : sql`and a.site_id = ${site}`}
    ${status === null ? sql`` : sql`and a.status = ${status}`}
    ${q === null ? sql`` : sql`and ${containsFolded(sql`a.title`, q)}`}
    ${ids === undefined ? sql`` : sql`and a.kind || '_' || a.id in ${rows([ids])}`})`;
}
