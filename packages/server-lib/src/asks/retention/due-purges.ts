import type { Micros } from '../../clock.js';
import type { Operation } from '../../store/operation.js';
import { all, one, sql } from '../../store/statement.js';
import { timePart } from '../ids.js';
import { dayOf } from '../submit/answer-idempotency.js';
import { purgeCutoff } from './purge-answers.js';

/** Asks looked at by one read: few enough that other reads hardly wait for it. */
export const askBatchSize = 500;

/** An ask that answers may be purged of. */
export interface AskToPurge {
  seq: number;
  /** How many days its answers are kept. */
  days: number;
  /** 1 where it has something to purge. */
  due: number;
}

/**
 * Looks at the asks whose answers are not kept forever, those with the next higher numbers. Of their answers it reads the
 * one with the lowest id, which is the oldest.
 */
export function selectAsksToPurge(
  after: number,
  { at, olderThan }: { readonly at: Micros; readonly olderThan: number | null },
): Operation<AskToPurge[]> {
  const days = olderThan === null ? sql`a.keep_days` : sql`min(coalesce(a.keep_days, ${olderThan}), ${olderThan})`;
  return all<AskToPurge>`
    select seq, days, case when oldest < ${purgeCutoff(at, 0)} - days * 86400000000 or exists (
      select 1 from askwell_replays p where p.ask = seq and p.day < ${dayOf(at) - 1}) then 1 else 0 end as due
    from (
      select a.seq, ${days} as days,
        (select r.created_at from askwell_answers r where r.ask = a.seq order by r.id limit 1) as oldest
      from askwell_asks a where a.seq > ${after} and a.kind <> 'deleted'
        ${olderThan === null ? sql`and a.keep_days is not null` : sql``}
      order by a.seq limit ${askBatchSize})
    order by seq`;
}

/** Counts the answers of all asks that are no longer kept, and the asks that have such. */
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
