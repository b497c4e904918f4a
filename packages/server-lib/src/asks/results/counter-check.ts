import type { Operation } from '../../store/operation.js';
import { all, type Fragment, sql } from '../../store/statement.js';
import type { StoreCheck } from '../../store/store-check.js';
import type { AskKind } from '../ask-types.js';
import { wireIdOf } from '../ids.js';

interface AccountRow {
  id: number;
  asks: number;
  definition_bytes: number;
  counted_asks: number;
  counted_bytes: number;
}

interface AskRow {
  id: string;
  kind: AskKind;
  tickets: number;
  voters: number;
  counted_tickets: number;
  counted_voters: number;
}

/** Counts again what quotas and the number of used tickets go by, and compares. */
export const recountCounters = recountCountersWith({ purges: true });

/** The same for a schema from before answers were purged. */
export const recountCountersWithoutPurges = recountCountersWith({ purges: false });

function recountCountersWith({ purges }: { purges: boolean }): StoreCheck {
  return {
    name: 'the counters of quotas and tickets equal what is stored',
    find: () => findDifferences(purges ? votersWithPurged : votersOfAnswers),
  };
}

function* findDifferences(voters: Fragment): Operation<string[]> {
  const accounts = (yield* countedAccounts()).map(
    ({ id, asks, definition_bytes, counted_asks, counted_bytes }) =>
      `The account ${id} is said to have ${asks} polls, quizzes and forms with definitions of ${definition_bytes} bytes, ` +
      `and has ${counted_asks} with ${counted_bytes} bytes.`,
  );
  const asks = (yield* countedAsks(voters)).map(
    (ask) =>
      `${wireIdOf(ask)} is said to have ${ask.tickets} tickets and answers of ${ask.voters} voters, ` +
      `and has ${ask.counted_tickets} tickets and answers of ${ask.counted_voters} voters.`,
  );
  return [...accounts, ...asks];
}

function countedAccounts() {
  return all<AccountRow>`
    select * from (
      select c.id, c.asks, c.definition_bytes,
        (select count(*) from askwell_asks a where a.account_id = c.id and a.kind <> 'deleted') as counted_asks,
        (select coalesce(sum(octet_length(a.definition)), 0) from askwell_asks a
          where a.account_id = c.id and a.kind <> 'deleted') as counted_bytes
      from askwell_accounts c)
    where asks <> counted_asks or definition_bytes <> counted_bytes order by id`;
}

/** The voters of the ask `a` who have an answer that counts. */
const votersOfAnswers = sql`
  select r.voter from askwell_answers r where r.ask = a.seq and r.voter is not null and r.nth is not null`;

/** The same with those whose answers were purged. */
const votersWithPurged = sql`
  ${votersOfAnswers} union select p.voter from askwell_purged_voters p where p.ask = a.seq`;

function countedAsks(voters: Fragment) {
  return all<AskRow>`
    select * from (
      select a.seq, a.id, a.kind, c.tickets, c.voters,
        (select count(*) from askwell_tickets t where t.ask = a.seq) as counted_tickets,
        (select count(distinct voter) from (${voters})) as counted_voters
      from askwell_asks a join askwell_counters c on c.ask = a.seq)
    where tickets <> counted_tickets or voters <> counted_voters order by seq`;
}
