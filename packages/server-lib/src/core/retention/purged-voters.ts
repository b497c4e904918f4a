import type { Micros } from '../../base/clock.js';
import { lockAsk } from '../../db/locks.js';
import { eraseWrite, type Operation } from '../../db/operation.js';
import { all, type Fragment, one, run, sql } from '../../db/sql/statement.js';

/** The number of voters that one write deletes. Small enough not to delay other writes. */
const voterBatchSize = 1_000;

/**
 * The time between the end of an ask and the deletion of its purged voters. An ask closed by mistake can be opened
 * again.
 */
const reopenPeriod: Micros = 24 * 3600 * 1_000_000;

/** Records the voters of the answers that are about to be purged, so that they cannot answer again. */
export function* recordPurgedVoters(ask: number, last: string, before: Micros): Operation<void> {
  yield* run`
    insert into askwell_purged_voters (ask, voter, n)
    select ask, voter, count(*) from askwell_answers
    where ask = ${ask} and id <= ${last} and created_at < ${before} and voter is not null and nth is not null
    group by ask, voter
    on conflict (ask, voter) do update set n = askwell_purged_voters.n + excluded.n`;
}

/**
 * Deletes voters whose answers were purged, and their starts. They may answer again. Returns the number of deleted
 * voters.
 */
export function* deletePurgedVoters(ask: number, limit: number): Operation<number> {
  const voters = yield* all<{ voter: Uint8Array; others: number }>`
    select p.voter, exists (
      select 1 from askwell_answers r where r.ask = p.ask and r.voter = p.voter and r.nth is not null) as others
    from askwell_purged_voters p where p.ask = ${ask} order by p.voter limit ${limit}`;
  const last = voters.at(-1);
  if (!last) return 0;
  yield* run`
    delete from askwell_checks where ask = ${ask} and token in (
      select nonce from askwell_starts where ask = ${ask} and voter in (
        select voter from askwell_purged_voters where ask = ${ask} and voter <= ${last.voter}))`;
  yield* run`
    delete from askwell_starts where ask = ${ask} and voter in (
      select voter from askwell_purged_voters where ask = ${ask} and voter <= ${last.voter})`;
  const withoutAnswers = voters.filter(({ others }) => others === 0).length;
  yield* run`delete from askwell_purged_voters where ask = ${ask} and voter <= ${last.voter}`;
  yield* run`update askwell_counters set voters = voters - ${withoutAnswers} where ask = ${ask}`;
  return voters.length;
}

/** Deletes purged voters of an ask that has ended. Returns true if some may be left. */
export const deleteVotersOfEndedAsk = eraseWrite(
  'voters.forget',
  function* ({ ask, at }: { readonly ask: number; readonly at: Micros }): Operation<boolean> {
    yield* lockAsk(ask);
    const ended = yield* one`select 1 from askwell_asks a where a.seq = ${ask} and ${hasEnded(at)}`;
    return ended !== undefined && (yield* deletePurgedVoters(ask, voterBatchSize)) === voterBatchSize;
  },
  (isAnyLeft) => !isAnyLeft,
);

/** Selects the next ask with purged voters, and whether they can be deleted. */
export function selectNextAskWithPurgedVoters(after: number, at: Micros) {
  return one<{ seq: number; has_ended: number }>`
    select a.seq, case when ${hasEnded(at)} then 1 else 0 end as has_ended from askwell_asks a
    where a.seq = (select min(ask) from askwell_purged_voters where ask > ${after})`;
}

/**
 * Excludes asks with tickets, because a used ticket must stay used. Either all voters of an ask have tickets or none
 * has.
 */
function hasEnded(at: Micros): Fragment {
  const since = at - reopenPeriod;
  return sql`(a.status = 'closed' and a.updated_at < ${since} or a.closes_at is not null and a.closes_at < ${since})
    and not exists (
      select 1 from askwell_tickets t where t.ask = a.seq and t.voter = (
        select p.voter from askwell_purged_voters p where p.ask = a.seq order by p.voter limit 1))`;
}
