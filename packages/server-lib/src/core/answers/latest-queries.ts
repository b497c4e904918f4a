import type { Operation } from '../../db/operation.js';
import { byId, inIdRange } from '../../db/sql/id-range.js';
import { all, sql } from '../../db/sql/statement.js';
import type { Scope } from '../../owners/access/scope.js';
import type { AskKind } from '../../shared/contract/ask-types.js';

/** An ask with its latest answer. */
export interface LatestAskRow {
  readonly seq: number;
  readonly id: string;
  readonly kind: AskKind;
  /** The ID of the answer. Null if there is none. */
  readonly latest: string | null;
}

/** The number of asks that one read looks at. */
export const latestBatchSize = 500;

/** Selects a part of an account's asks with their latest answers before one. */
export function selectLatestOfAsks(scope: Scope, after: number, before: string | null): Operation<LatestAskRow[]> {
  return all<LatestAskRow>`
    select a.seq, a.id, a.kind, ${latestAnswer(before)} as latest
    from askwell_asks a where ${isInScope(scope)} and a.seq > ${after} order by a.seq limit ${latestBatchSize}`;
}

/** An hour in which an ask got answers. */
export interface ActiveHour {
  readonly bucket: string;
  /** The number of the ask. */
  readonly seq: number;
}

/** An ask that got answers in an hour. */
export interface ActiveAskRow extends ActiveHour {
  /** Null if the ask belongs to another account. */
  readonly id: string | null;
  readonly kind: AskKind | null;
  readonly latest: string | null;
}

/** Selects a part of the asks that got answers in the latest hours, latest hour first. Marks those of other accounts. */
export function selectActiveAsks(
  scope: Scope,
  part: {
    /** The last hour of the part before. Null for the first part. */
    readonly after: ActiveHour | null;
    /** The answer before which others are found, and the bucket of its hour. Null for all. */
    readonly before: string | null;
    readonly hour: string | null;
    readonly limit: number;
  },
): Operation<ActiveAskRow[]> {
  const { after, before, hour, limit } = part;
  // `substr` repeats the condition of the partial index. With a range of buckets instead, SQLite would ignore the bound by hour.
  return all<ActiveAskRow>`
    select t.bucket, t.ask as seq, a.id, a.kind, case when a.seq is null then null else ${latestAnswer(before)} end as latest
    from (
      select bucket, ask from askwell_tallies where substr(bucket, 1, 3) = '$h.'
      ${after !== null ? sql`and (bucket, ask) < (${after.bucket}, ${after.seq})` : hour === null ? sql`` : sql`and bucket <= ${hour}`}
      order by bucket desc, ask desc limit ${limit}) t
    left join askwell_asks a on a.seq = t.ask and ${isInScope(scope)}
    order by t.bucket desc, t.ask desc`;
}

/** Selects the latest answers of an ask from one on, and before one. */
export function selectAnswerIds(
  ask: number,
  { since, before, limit }: { readonly since: string; readonly before: string | null; readonly limit: number },
): Operation<{ id: string }[]> {
  return all<{ id: string }>`
    select r.id from askwell_answers r
    where ${inIdRange(ask, { from: since, ...(before !== null && { before }) })} ${byId('desc')} limit ${limit}`;
}

const latestAnswer = (before: string | null) => sql`(
  select r.id from askwell_answers r where r.ask = a.seq ${before === null ? sql`` : sql`and r.id < ${before}`}
  order by r.id desc limit 1)`;

const isInScope = ({ account, site }: Scope) => sql`
  a.account_id = ${account} and a.kind <> 'deleted' and a.kind <> 'importing' ${site === null ? sql`` : sql`and a.site_id = ${site}`}`;
