import type { Scope } from '../../access/scope.js';
import type { Operation } from '../../store/operation.js';
import { all, sql } from '../../store/statement.js';
import type { Store } from '../../store/store.js';
import { setImmediate } from '../../timers.js';
import type { AskKind } from '../ask-types.js';
import { wireIdOf } from '../ids.js';

/** An answer in a list of the answers to all asks. */
export interface LatestAnswer {
  /** The ID of the ask with the prefix of its kind. */
  readonly ask: string;
  /** The ID of the answer without its prefix. */
  readonly id: string;
}

/** The number of asks that one read looks at. */
const askBatchSize = 500;

interface AskRow {
  seq: number;
  id: string;
  kind: AskKind;
  latest: string | null;
}

/**
 * Finds the latest answers to all asks of an account, newest first. Looks up one answer of each ask first: the latest
 * answers are those of the asks with the latest answers.
 *
 * @param before The ID of an answer: only older answers are found. Null for all.
 */
export async function findLatestAnswers(
  store: Store,
  scope: Scope,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<LatestAnswer[]> {
  let candidates: AskRow[] = [];
  for (let after = 0; ; ) {
    const asks = await store.read(selectLatestOfAsks(scope, after, before));
    candidates = [...candidates, ...asks.filter(({ latest }) => latest !== null)].sort(byLatest).slice(0, limit);
    const last = asks.at(-1);
    if (asks.length < askBatchSize || !last) break;
    after = last.seq;
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  const answers = await Promise.all(
    candidates.map(async (ask) => {
      const ids = await store.read(selectIds(ask.seq, before, limit));
      return ids.map(({ id }) => ({ ask: wireIdOf(ask), id }));
    }),
  );
  return answers
    .flat()
    .sort((a, b) => compare(b.id, a.id))
    .slice(0, limit);
}

function byLatest(a: AskRow, b: AskRow): number {
  return compare(b.latest ?? '', a.latest ?? '');
}

/** IDs of answers are in the order of their times. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function selectLatestOfAsks(scope: Scope, after: number, before: string | null): Operation<AskRow[]> {
  return all<AskRow>`
    select a.seq, a.id, a.kind, (
      select r.id from askwell_answers r where r.ask = a.seq ${before === null ? sql`` : sql`and r.id < ${before}`}
      order by r.id desc limit 1) as latest
    from askwell_asks a where a.account_id = ${scope.account} and a.kind <> 'deleted' and a.kind <> 'importing' and a.seq > ${after}
    ${scope.site === null ? sql`` : sql`and a.site_id = ${scope.site}`}
    order by a.seq limit ${askBatchSize}`;
}

function selectIds(ask: number, before: string | null, limit: number): Operation<{ id: string }[]> {
  return all<{ id: string }>`
    select id from askwell_answers where ask = ${ask} ${before === null ? sql`` : sql`and id < ${before}`}
    order by id desc limit ${limit}`;
}
