import type { Micros } from '../../base/clock.js';
import type { Operation } from '../../db/operation.js';
import { all, one, sql } from '../../db/sql/statement.js';
import { timePart } from '../ids.js';
import { dayOf } from '../submit/answer-idempotency.js';
import { purgeCutoff } from './purge-answers.js';

/** The number of asks that one read checks. Small enough not to delay other reads. */
export const purgeBatchSize = 500;

/** An ask whose answers may have to be purged. */
export interface AskToPurge {
  seq: number;
  /** The number of days its answers are kept. */
  days: number;
  /** 1 if the ask has something to purge, otherwise 0. */
  due: number;
}

/**
 * Selects the next asks whose answers are kept for a limited time. Reads only the oldest answer of each ask, which has
 * the lowest ID.
 */
export function selectAsksToPurge(
  after: number,
  { at, olderThan }: { readonly at: Micros; readonly olderThan: number | null },
): Operation<AskToPurge[]> {
  const days =
    olderThan === null
      ? sql`a.keep_days`
      : sql`case when a.keep_days < ${olderThan} then a.keep_days else ${olderThan} end`;
  return all<AskToPurge>`
    select seq, days, case when oldest < ${purgeCutoff(at, 0)} - days * 86400000000 or exists (
      select 1 from askwell_replays p where p.ask = seq and p.day < ${dayOf(at) - 1}) or exists (
      select 1 from askwell_funnel f where f.ask = seq and f.day < ${dayOf(purgeCutoff(at, 0))} - days) then 1 else 0 end as due
    from (
      select a.seq, ${days} as days,
        (select r.created_at from askwell_answers r where r.ask = a.seq order by r.id limit 1) as oldest
      from askwell_asks a where a.seq > ${after} and a.kind in ('poll', 'quiz', 'form')
        ${olderThan === null ? sql`and a.keep_days is not null` : sql``}
      order by a.seq limit ${purgeBatchSize}) asks
    order by seq`;
}

/** Counts the answers that are past their retention period, and the asks that have any. */
export function* countExpiredAnswers(
  at: Micros,
  olderThan: number | null,
): Operation<{ answers: number; asks: number }> {
  const counted = { answers: 0, asks: 0 };
  for (let after = 0; ; ) {
    const asks = yield* selectAsksToPurge(after, { at, olderThan });
    for (const { seq, days, due } of asks) {
      const answers = due === 1 ? yield* countBefore(seq, purgeCutoff(at, days)) : 0;
      counted.answers += answers;
      if (answers > 0) counted.asks++;
    }
    const last = asks.at(-1);
    if (!last) return counted;
    after = last.seq;
  }
}

function* countBefore(ask: number, before: Micros): Operation<number> {
  const row = yield* one<{ n: number }>`
    select count(*) as n from askwell_answers
    where ask = ${ask} and id < ${`${timePart(before)}~`} and created_at < ${before}`;
  return row?.n ?? 0;
}
