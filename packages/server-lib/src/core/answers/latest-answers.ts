import { nextTurn } from '../../base/event-loop.js';
import type { Store } from '../../db/store.js';
import type { Scope } from '../../owners/access/scope.js';
import { timeOfAnswer, timePart, wireIdOf } from '../ids.js';
import { selectAskCount } from '../quotas.js';
import { hourBucket, hourEnd } from '../results/timeline.js';
import {
  type ActiveAskRow,
  type ActiveHour,
  type LatestAskRow,
  latestBatchSize,
  selectActiveAsks,
  selectAnswerIds,
  selectLatestOfAsks,
} from './latest-queries.js';

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
  /** An account with more asks gets its answers by the hours in which they were given. */
  readonly asks: number;
  /** The number of hours with answers, each of one ask, that are read at most. They include those of other accounts. */
  readonly hours: number;
  /** The number of these hours in one read. */
  readonly batch: number;
}

const latestLimits: LatestLimits = { asks: latestBatchSize, hours: 5_000, batch: 100 };

/**
 * Finds the latest answers to all asks of an account, newest first. Looks up one answer of some asks first: the latest answers
 * are those of the asks with the latest answers.
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
  // Twice as many hours each time, so that the answers of the same asks are read only a few times.
  let nextTry = 0;
  for (let read = 0; read < hours; await nextTurn(scope.account)) {
    const rows: ActiveAskRow[] = await store.read(selectActiveAsks(scope, { after, before, hour, limit: batch }));
    for (const { seq, id, kind, latest } of rows) {
      if (id !== null && kind !== null) asks.set(seq, { seq, id, kind, latest });
    }
    const last = rows.at(-1);
    if (!last) return readAnswers(store, [...asks.values()], page);
    // Asks of the last hour may be missing, but none of the hours after it.
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

/** Reads the latest answers of the asks with the latest ones. */
async function readAnswers(
  store: Store,
  asks: readonly LatestAskRow[],
  { before, limit }: LatestPage,
): Promise<LatestAnswer[]> {
  const candidates = latestOf(asks, limit);
  // Each of them has an answer that is not older than this.
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
