import type { Operation } from '../../db/operation.js';
import { all, type Fragment, sql } from '../../db/sql/statement.js';
import type { StoreCheck } from '../../db/store-check.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
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

/** Recounts the counters behind quotas and used tickets, and reports differences. */
export const counterCheck = createCounterCheck({ purges: true });

/** The same check for schemas without purged answers. */
export const counterCheckWithoutPurges = createCounterCheck({ purges: false });

function createCounterCheck({ purges }: { purges: boolean }): StoreCheck {
  return {
    name: 'the counters of quotas and tickets match the stored rows',
    find: () => findDifferences(purges ? votersWithPurged : votersOfAnswers),
  };
}

function* findDifferences(voters: Fragment): Operation<string[]> {
  const accounts = (yield* countedAccounts()).map(
    ({ id, asks, definition_bytes, counted_asks, counted_bytes }) =>
      `Account ${id}: the counters say ${asks} polls, quizzes and forms with definitions of ${definition_bytes} bytes, ` +
      `but ${counted_asks} with ${counted_bytes} bytes are stored.`,
  );
  const asks = (yield* countedAsks(voters)).map(
    (ask) =>
      `${wireIdOf(ask)}: the counters say ${ask.tickets} tickets and ${ask.voters} voters, ` +
      `but ${ask.counted_tickets} tickets and ${ask.counted_voters} voters are stored.`,
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
      from askwell_accounts c) counted
    where asks <> counted_asks or definition_bytes <> counted_bytes order by id`;
}

/** The voters of ask `a` whose answers count against `one_per`. */
const votersOfAnswers = sql`
  select r.voter from askwell_answers r where r.ask = a.seq and r.voter is not null and r.nth is not null`;

/** The same voters, and the voters whose answers were purged. */
const votersWithPurged = sql`
  ${votersOfAnswers} union select p.voter from askwell_purged_voters p where p.ask = a.seq`;

function countedAsks(voters: Fragment) {
  return all<AskRow>`
    select * from (
      select a.seq, a.id, a.kind, c.tickets, c.voters,
        (select count(*) from askwell_tickets t where t.ask = a.seq) as counted_tickets,
        (select count(distinct voter) from (${voters}) voters) as counted_voters
      from askwell_asks a join askwell_counters c on c.ask = a.seq where a.kind <> 'importing') counted
    where tickets <> counted_tickets or voters <> counted_voters order by seq`;
}
