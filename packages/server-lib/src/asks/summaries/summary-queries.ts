import type { Scope } from '../../access/scope.js';
import type { Micros } from '../../clock.js';
import type { AskStatus } from '../../contract/resources.js';
import type { Operation } from '../../store/operation.js';
import type { PageRequest } from '../../store/paging.js';
import { all, type Fragment, rows, sql } from '../../store/statement.js';
import type { AskKind } from '../ask-types.js';
import type { CountedAskRow } from '../definition/ask-queries.js';
import { hourPrefix } from '../results/timeline.js';

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
export interface SummaryRow extends Omit<CountedAskRow, 'definition' | 'keep_days' | 'updated_at' | 'tally_seq'> {
  archived_at: Micros | null;
  /** When the last answer was given. Null if there is none. */
  last_answer_at: Micros | null;
}

/** Selects the numbers of an account's asks, and evaluates the filter for each of them. */
export function selectSummaryCandidates(
  scope: Scope,
  filter: SummaryFilter,
  { after, limit }: PageRequest,
): Operation<{ seq: number; matches: number }[]> {
  return all<{ seq: number; matches: number }>`
    select a.seq, case when ${matches(filter)} then 1 else 0 end as matches
    from askwell_asks a where a.account_id = ${scope.account} and a.kind <> 'deleted' and a.kind <> 'importing'
    ${scope.site === null ? sql`` : sql`and a.site_id = ${scope.site}`}
    ${after === null ? sql`` : sql`and a.seq < ${after}`}
    order by a.seq desc limit ${limit}`;
}

/** Selects asks by their numbers, newest first. */
export function selectSummaries(scope: Scope, seqs: readonly number[]): Operation<SummaryRow[]> {
  return all<SummaryRow>`
    select a.seq, a.id, a.kind, a.site_id, a.status, a.opens_at, a.closes_at, a.title, a.version, a.archived_at, a.created_at,
      c.answers, (select created_at from askwell_answers where ask = a.seq order by id desc limit 1) as last_answer_at
    from askwell_asks a join askwell_counters c on c.ask = a.seq
    where a.seq in ${rows([seqs])} and a.account_id = ${scope.account} and a.kind <> 'deleted' and a.kind <> 'importing'
    order by a.seq desc`;
}

/** Selects the number of answers of each hour from one on. */
export function selectHours(
  seqs: readonly number[],
  from: string,
): Operation<{ ask: number; bucket: string; n: number }[]> {
  return all<{ ask: number; bucket: string; n: number }>`
    select ask, bucket, n from askwell_tallies
    where ask in ${rows([seqs])} and bucket >= ${from} and bucket < ${`${hourPrefix}~`} and n <> 0`;
}

function matches({ kind, site, status, q, archived }: SummaryFilter): Fragment {
  return sql`(${archived ? sql`a.archived_at is not null` : sql`a.archived_at is null`}
    ${kind === null ? sql`` : sql`and a.kind = ${kind}`}
    ${site === null ? sql`` : sql`and a.site_id = ${site}`}
    ${status === null ? sql`` : sql`and a.status = ${status}`}
    ${q === null ? sql`` : sql`and instr(lower(a.title), lower(${q})) > 0`})`;
}
