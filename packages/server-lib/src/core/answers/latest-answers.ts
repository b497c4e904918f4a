import { nextTurn } from '../../base/event-loop.js';
import type { Operation } from '../../db/operation.js';
import { byId, inIdRange } from '../../db/sql/id-range.js';
import { all, sql } from '../../db/sql/statement.js';
import type { Store } from '../../db/store.js';
import type { Scope } from '../../owners/access/scope.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { timeOfAnswer, timePart, wireIdOf } from '../ids.js';
import { selectAskCount } from '../quotas.js';
import { hourBucket, hourEnd } from '../results/timeline.js';

/** The number of asks that one read compares. */
const latestBatchSize = 500;

const latestAnswer = (before: string | null) => sql`(
  select r.id from askwell_answers r where r.ask = a.seq ${before === null ? sql`` : sql`and r.id < ${before}`}
  order by r.id desc limit 1)`;

const isInScope = ({ account, site }: Scope) => sql`
  a.account_id = ${account} and a.kind <> 'deleted' and a.kind <> 'importing' ${site === null ? sql`` : sql`and a.site_id = ${site}`}`;

/** An answer in a list of the answers to all asks. */
export interface LatestAnswer {
  /** The ID of the ask with the prefix of its kind. */
  readonly ask: string;
  /** The ID of the answer without its prefix. */
  readonly id: string;
}

/** A page of the list. */
export interface LatestPage {
  /** The ID of an answer: only older answers are found. Null for all. */
  readonly before: string | null;
  readonly limit: number;
}

/** The limits of what is read before the answers of all asks are compared. */
export interface LatestLimits {
  /**
   * The maximum number of asks of an account that are all compared. For accounts with more asks, answers are found by the hours in
   * which they were given.
   */
  readonly asks: number;
  /** The maximum number of pairs of an ask and an hour with answers that are read, including the asks of other accounts. */
  readonly hours: number;
  /** The number of these pairs in one read. */
  readonly batch: number;
}

const latestLimits: LatestLimits = { asks: latestBatchSize, hours: 5_000, batch: 100 };

/**
 * Finds the latest answers to all asks of an account, newest first. First looks up the latest answer of each ask, then reads more
 * answers of the asks whose latest answers are newest.
 */
export async function findLatestAnswers(
  store: Store,
  scope: Scope,
  page: LatestPage,
  limits = latestLimits,
): Promise<LatestAnswer[]> {
  const account = await store.read(selectAskCount(scope));
  const isLarge = account !== undefined && account.asks > limits.asks;
  const found = isLarge ? await findInLatestHours(store, scope, page, limits) : undefined;
  return found ?? findInAllAsks(store, scope, page);
}

/** Compares only the asks that got answers in the latest hours. Returns undefined if these have too few answers. */
async function findInLatestHours(
  store: Store,
  scope: Scope,
  page: LatestPage,
  { hours, batch }: LatestLimits,
): Promise<LatestAnswer[] | undefined> {
  const { before, limit } = page;
  const hour = before === null ? null : hourBucket(timeOfAnswer(before)).bucket;
  const asks = new Map<number, LatestAskRow>();
  let after: ActiveHour | null = null;
  let newest: string | undefined;
  // Doubles the number of hours each time, so that the answers of the same asks are read only a few times.
  let nextTry = 0;
  for (let read = 0; read < hours; await nextTurn(scope.account)) {
    const rows: ActiveAskRow[] = await store.read(selectActiveAsks(scope, { after, before, hour, limit: batch }));
    for (const { seq, id, kind, latest } of rows) {
      if (id !== null && kind !== null) asks.set(seq, { seq, id, kind, latest });
    }
    const last = rows.at(-1);
    if (!last) return readAnswers(store, [...asks.values()], page);
    // Some asks of the last hour may be missing, but no asks of later hours.
    newest ??= rows[0]?.bucket;
    if (last.bucket !== newest && read >= nextTry) {
      nextTry = 2 * (read + rows.length);
      const found = await readAnswers(store, [...asks.values()], page);
      if (found.length === limit && (found.at(-1)?.id ?? '') >= timePart(hourEnd(last.bucket))) return found;
    }
    after = last;
    read += rows.length;
  }
  return undefined;
}

async function findInAllAsks(store: Store, scope: Scope, page: LatestPage): Promise<LatestAnswer[]> {
  let candidates: LatestAskRow[] = [];
  for (let after = 0; ; await nextTurn(scope.account)) {
    const asks = await store.read(selectLatestOfAsks(scope, after, page.before));
    candidates = latestOf([...candidates, ...asks], page.limit);
    const last = asks.at(-1);
    if (asks.length < latestBatchSize || !last) return readAnswers(store, candidates, page);
    after = last.seq;
  }
}

/** Reads the latest answers of the asks that were answered last. */
async function readAnswers(
  store: Store,
  asks: readonly LatestAskRow[],
  { before, limit }: LatestPage,
): Promise<LatestAnswer[]> {
  const candidates = latestOf(asks, limit);
  // Each of these asks has an answer that is not older than this one.
  const since = (candidates.length === limit && candidates.at(-1)?.latest) || '';
  const answers = await Promise.all(
    candidates.map(async (ask) => {
      const ids = await store.read(selectAnswerIds(ask.seq, { since, before, limit }));
      return ids.map(({ id }) => ({ ask: wireIdOf(ask), id }));
    }),
  );
  return answers
    .flat()
    .sort((a, b) => compare(b.id, a.id))
    .slice(0, limit);
}

function latestOf(asks: readonly LatestAskRow[], limit: number): LatestAskRow[] {
  return asks
    .filter(({ latest }) => latest !== null)
    .sort((a, b) => compare(b.latest ?? '', a.latest ?? ''))
    .slice(0, limit);
}

/** IDs of answers are in the order of their times. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** An ask with its latest answer. */
interface LatestAskRow {
  readonly seq: number;
  readonly id: string;
  readonly kind: AskKind;
  /** The ID of the answer. Null if the ask has no answers. */
  readonly latest: string | null;
}

/** Selects a part of an account's asks with their latest answers before one. */
function selectLatestOfAsks(scope: Scope, after: number, before: string | null): Operation<LatestAskRow[]> {
  return all<LatestAskRow>`
    select a.seq, a.id, a.kind, ${latestAnswer(before)} as latest
    from askwell_asks a where ${isInScope(scope)} and a.seq > ${after} order by a.seq limit ${latestBatchSize}`;
}

/** An hour in which an ask got answers. */
interface ActiveHour {
  readonly bucket: string;
  /** The number of the ask. */
  readonly seq: number;
}

/** An ask that got answers in an hour. */
interface ActiveAskRow extends ActiveHour {
  /** Null if the ask belongs to another account. */
  readonly id: string | null;
  readonly kind: AskKind | null;
  readonly latest: string | null;
}

/** Selects a part of the asks that got answers in the latest hours, latest hour first. Marks the asks of other accounts. */
function selectActiveAsks(
  scope: Scope,
  part: {
    /** The last hour of the previous part. Null for the first part. */
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

/** Selects the latest answers of an ask in a range of IDs. */
function selectAnswerIds(
  ask: number,
  { since, before, limit }: { readonly since: string; readonly before: string | null; readonly limit: number },
): Operation<{ id: string }[]> {
  return all<{ id: string }>`
    select r.id from askwell_answers r
    where ${inIdRange(ask, { from: since, ...(before !== null && { before }) })} ${byId('desc')} limit ${limit}`;
}
