import { type AnswerRow, answerColumns } from '../../core/answers/answer-queries.js';
import { askColumns, askTables, type CountedAskRow } from '../../core/asks/ask-queries.js';
import type { Operation } from '../../db/operation.js';
import { byIndex } from '../../db/sql/dialect.js';
import { byId, type IdRange, inIdRange } from '../../db/sql/id-range.js';
import { all, one, rows, sql } from '../../db/sql/statement.js';
import type { FeedOwner } from './feed-cursor.js';

const ofOwner = ({ account, site }: FeedOwner) => sql`
  a.account_id = ${account} and a.kind in ('poll', 'quiz', 'form') ${site === null ? sql`` : sql`and a.site_id = ${site}`}`;

/** Selects the next asks of an owner in the order of their numbers, or only the one with the number `only`. */
export function selectNextAsks(
  owner: FeedOwner,
  { after, only, limit }: { readonly after: number; readonly only: number | null; readonly limit: number },
): Operation<{ seq: number }[]> {
  // Repeats the condition of the partial index, whose order is used.
  return all<{ seq: number }>`
    select a.seq from askwell_asks a ${byIndex('askwell_asks_by_owner')}
    where ${ofOwner(owner)} and a.kind <> 'deleted' and a.seq > ${after}
    ${only === null ? sql`` : sql`and a.seq = ${only}`} order by a.seq limit ${limit}`;
}

/** Selects an ask of an owner by its number. */
export function selectFeedAsk(owner: FeedOwner, seq: number): Operation<CountedAskRow | undefined> {
  return one<CountedAskRow>`
    select ${askColumns} from ${askTables} where a.seq = ${seq} and ${ofOwner(owner)}`;
}

/** Selects an ask of an owner by the ID without its prefix. */
export function selectAskNumber(owner: FeedOwner, kind: string, id: string): Operation<{ seq: number } | undefined> {
  return one<{ seq: number }>`
    select a.seq from askwell_asks a where a.id = ${id} and a.kind = ${kind} and ${ofOwner(owner)}`;
}

/** Selects the first answers of a range of an ask. */
export function selectAnswersBetween(ask: number, range: IdRange, limit: number): Operation<AnswerRow[]> {
  return all<AnswerRow>`
    select ${answerColumns} from askwell_answers r where ${inIdRange(ask, range)} ${byId('asc')} limit ${limit}`;
}

/** Selects answers of an ask by their IDs. */
export function selectAnswersByIds(ask: number, ids: readonly string[]): Operation<AnswerRow[]> {
  return ids.length === 0
    ? all<AnswerRow>`select ${answerColumns} from askwell_answers r where 1 = 0`
    : all<AnswerRow>`select ${answerColumns} from askwell_answers r where r.ask = ${ask} and r.id in ${rows([ids])}`;
}

/** Selects the positions of the last changes of accounts. */
export function selectHeads(accounts: readonly number[]): Operation<{ account_id: number; last_seq: number }[]> {
  return all<{ account_id: number; last_seq: number }>`
    select account_id, last_seq from askwell_change_heads where account_id in ${rows([accounts])}`;
}
