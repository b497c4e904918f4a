import type { Micros } from '../../base/clock.js';
import type { Operation } from '../../db/operation.js';
import { containsFolded } from '../../db/sql/dialect.js';
import { all, type Fragment, one, rows, sql } from '../../db/sql/statement.js';
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
}

/** An ask without its definition. */
export interface SummaryRow
  extends Omit<CountedAskRow, 'definition' | 'keep_days' | 'updated_at' | 'answers' | 'tally_seq'> {
  archived_at: Micros | null;
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
 * Selects the asks of a part of the list that the filter matches, newest first.
 *
 * @param part The range of asks, without `after` and including `last`. Null: not limited on this side.
 */
export function selectSummaries(
  scope: Scope,
  filter: SummaryFilter,
  { after, last, limit }: { readonly after: number | null; readonly last: number | null; readonly limit: number },
): Operation<SummaryRow[]> {
  // An index covers all of these columns. With any other column, SQLite would read the whole row, including the definition.
  return all<SummaryRow>`
    select a.seq, a.id, a.kind, a.site_id, a.status, a.opens_at, a.closes_at, a.title, a.version, a.archived_at, a.created_at
    from askwell_asks a where ${isInScope(scope, after)} ${last === null ? sql`` : sql`and a.seq >= ${last}`}
    and ${matches(filter)} order by a.seq desc limit ${limit}`;
}

/** Selects the number of answers of each ask, and when the last one was given. */
export function selectAnswerCounts(seqs: readonly number[]): Operation<AnswerCountRow[]> {
  return all<AnswerCountRow>`
    select c.ask, c.answers, (select created_at from askwell_answers where ask = c.ask order by id desc limit 1) as last_answer_at
    from askwell_counters c where c.ask in ${rows([seqs])}`;
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

function matches({ kind, site, status, q, archived }: SummaryFilter): Fragment {
  return sql`(${archived ? sql`a.archived_at is not null` : sql`a.archived_at is null`}
    ${kind === null ? sql`` : sql`and a.kind = ${kind}`}
    ${site === null ? sql`` : sql`and a.site_id = ${site}`}
    ${status === null ? sql`` : sql`and a.status = ${status}`}
    ${q === null ? sql`` : sql`and ${containsFolded(sql`a.title`, q)}`})`;
}
