import type { Micros } from '../../clock.js';
import { eraseWrite, type Operation } from '../../store/operation.js';
import { all, type Fragment, one, run, sql } from '../../store/statement.js';

/** Voters forgotten by one write: few enough that other writes hardly wait for it. */
const votersAtOnce = 1_000;

/** How long an ask has been closed when its purged voters are forgotten, so that one closed by mistake can be opened again. */
const closedFor: Micros = 24 * 3600 * 1_000_000;

/** Keeps the voters of answers that are about to be purged, up to an id and made before a time: they must not answer again. */
export function* markPurgedVoters(ask: number, last: string, before: Micros): Operation<void> {
  yield* run`
    insert into askwell_purged_voters (ask, voter, n)
    select ask, voter, count(*) from askwell_answers
    where ask = ${ask} and id <= ${last} and created_at < ${before} and voter is not null and nth is not null
    group by voter
    on conflict (ask, voter) do update set n = askwell_purged_voters.n + excluded.n`;
}

/** Forgets some voters whose answers were purged, and their starts; returns how many. They may answer again. */
export function* forgetVoters(ask: number, most: number): Operation<number> {
  const voters = yield* all<{ voter: Uint8Array; others: number }>`
    select p.voter, exists (
      select 1 from askwell_answers r where r.ask = p.ask and r.voter = p.voter and r.nth is not null) as others
    from askwell_purged_voters p where p.ask = ${ask} order by p.voter limit ${most}`;
  const last = voters.at(-1);
  if (!last) return 0;
  yield* run`
    delete from askwell_starts where ask = ${ask} and voter in (
      select voter from askwell_purged_voters where ask = ${ask} and voter <= ${last.voter})`;
  const gone = voters.filter(({ others }) => others === 0).length;
  yield* run`delete from askwell_purged_voters where ask = ${ask} and voter <= ${last.voter}`;
  yield* run`update askwell_counters set voters = voters - ${gone} where ask = ${ask}`;
  return voters.length;
}

/** Forgets some voters of an ask that is over. True where some may be left. */
export const forgetOverVoters = eraseWrite(
  'voters.forget',
  function* ({ ask, at }: { readonly ask: number; readonly at: Micros }): Operation<boolean> {
    const over = yield* one`select 1 from askwell_asks a where a.seq = ${ask} and ${isOver(at)}`;
    return over !== undefined && (yield* forgetVoters(ask, votersAtOnce)) === votersAtOnce;
  },
  (isAnyLeft) => !isAnyLeft,
);

/** The next ask with purged voters, and whether these can be forgotten. */
export function nextWithPurgedVoters(after: number, at: Micros) {
  return one<{ seq: number; over: number }>`
    select a.seq, case when ${isOver(at)} then 1 else 0 end as over from askwell_asks a
    where a.seq = (select min(ask) from askwell_purged_voters where ask > ${after})`;
}

/** Tickets are kept as long as their ask, and used ones stay used: the voters of an ask all have tickets, or none has. */
function isOver(at: Micros): Fragment {
  const since = at - closedFor;
  return sql`(a.status = 'closed' and a.updated_at < ${since} or a.closes_at is not null and a.closes_at < ${since})
    and not exists (
      select 1 from askwell_tickets t where t.ask = a.seq and t.voter = (
        select min(p.voter) from askwell_purged_voters p where p.ask = a.seq))`;
}
