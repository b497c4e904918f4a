import { lockAccount, lockAsk } from '../../db/locks.js';
import type { Operation } from '../../db/operation.js';
import { byId, inIdRange } from '../../db/sql/id-range.js';
import { all, Fragment, one, run } from '../../db/sql/statement.js';
import { rememberDeletedId } from './deleted-ids.js';

/** Deletes up to `limit` rows of an ask from one table, and returns one item per deleted row. */
type DeleteRows = (ask: number, limit: number) => Operation<unknown[]>;

/** Returns the deletion of rows in the order of their key: the columns of the primary key after the ask. */
function rowsByKey(table: string, ...key: readonly string[]): DeleteRows {
  const [name, columns] = [new Fragment([table], []), new Fragment([key.join(', ')], [])];
  return (ask, limit) => all`
    delete from ${name} where ask = ${ask} and (${columns}) in (
      select ${columns} from ${name} where ask = ${ask} order by ${columns} limit ${limit}) returning 1`;
}

/** The deletion for each table with rows of asks, except `askwell_counters`: {@link hideAsk} deletes its one row. */
export const deleteRowsByTable: Readonly<Record<string, DeleteRows>> = {
  // Notes come before answers: deleting answers also deletes their notes, which would exceed the limit.
  askwell_answer_notes: rowsByKey('askwell_answer_notes', 'answer'),
  askwell_emails: (ask, limit) => all`
    delete from askwell_emails where id in (
      select id from askwell_emails where ask = ${ask} limit ${limit}) returning 1`,
  askwell_withheld_receipts: rowsByKey('askwell_withheld_receipts', 'answer'),
  askwell_notices: (ask) => all`delete from askwell_notices where ask = ${ask} returning 1`,
  askwell_answers: (ask, limit) => all`
    delete from askwell_answers where ask = ${ask} and id in (
      select r.id from askwell_answers r where ${inIdRange(ask, {})} ${byId('asc')} limit ${limit}) returning 1`,
  askwell_tallies: rowsByKey('askwell_tallies', 'bucket'),
  askwell_funnel: rowsByKey('askwell_funnel', 'day', 'step'),
  askwell_carried: rowsByKey('askwell_carried', 'bucket'),
  askwell_write_ins: rowsByKey('askwell_write_ins', 'input', 'folded'),
  askwell_tickets: rowsByKey('askwell_tickets', 'voter'),
  askwell_purged_voters: rowsByKey('askwell_purged_voters', 'voter'),
  askwell_replays: rowsByKey('askwell_replays', 'day', 'slot'),
  askwell_spent: rowsByKey('askwell_spent', 'token'),
  askwell_starts: rowsByKey('askwell_starts', 'voter'),
  askwell_checks: rowsByKey('askwell_checks', 'token', 'question'),
  askwell_code_definitions: (ask) => all`delete from askwell_code_definitions where ask = ${ask} returning 1`,
  askwell_working_copies: (ask) => all`delete from askwell_working_copies where ask = ${ask} returning 1`,
  askwell_result_links: (ask) => all`delete from askwell_result_links where ask = ${ask} returning 1`,
  askwell_returned: (ask, limit) => all`
    delete from askwell_returned where token in (
      select token from askwell_returned where ask = ${ask} limit ${limit}) returning 1`,
};

/**
 * Hides a deleted ask in every process: deletes its ID, kind, site, definition and counters, so that it is not found and does
 * not count for the quotas of its account. Its rows remain until {@link deleteAskRows} has removed them. Remembers the ID, which may
 * have been public, unless an import has not given the ask one yet.
 */
export function* hideAsk(ask: number): Operation<void> {
  const owner = yield* one<{ account_id: number }>`select account_id from askwell_asks where seq = ${ask}`;
  if (owner) yield* lockAccount(owner.account_id);
  yield* lockAsk(ask);
  const row = yield* one<{ account_id: number; id: string; kind: string; bytes: number }>`
    select account_id, id, kind, octet_length(definition) as bytes from askwell_asks where seq = ${ask} and kind <> 'deleted'`;
  if (!row) return;
  yield* run`
    update askwell_accounts set asks = asks - 1, definition_bytes = definition_bytes - ${row.bytes} where id = ${row.account_id}`;
  yield* run`
    update askwell_asks set id = '~' || seq, kind = 'deleted', site_id = null, title = '', definition = '', keep_days = null,
      archived_at = null, version = version + 1
    where seq = ${ask}`;
  if (row.kind !== 'importing') yield* rememberDeletedId(row.account_id, row.id);
  yield* run`delete from askwell_counters where ask = ${ask}`;
  // At once, so that its key is free.
  yield* run`delete from askwell_code_definitions where ask = ${ask}`;
}

/** Deletes up to `limit` rows of a hidden ask, and the ask itself with the last of them. Returns the unused rest of the limit. */
export function* deleteAskRows(ask: number, limit: number): Operation<number> {
  let left = limit;
  for (const deleteRows of Object.values(deleteRowsByTable)) {
    left -= (yield* deleteRows(ask, left)).length;
    if (left <= 0) return 0;
  }
  yield* run`delete from askwell_asks where seq = ${ask}`;
  return left;
}
