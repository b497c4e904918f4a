import { lockAccount, lockAsk } from '../store/locks.js';
import type { Operation } from '../store/operation.js';
import { all, one, run } from '../store/statement.js';

/** Deletes up to `limit` rows of an ask from one table, and returns one item per deleted row. */
type DeleteRows = (ask: number, limit: number) => Operation<unknown[]>;

/** The deletion for each table with rows of asks, except `askwell_counters`: {@link hideAsk} deletes its one row. */
export const deleteRowsByTable: Readonly<Record<string, DeleteRows>> = {
  // Before the answers: deleting those would delete their notes too, beyond the limit.
  askwell_answer_notes: (ask, limit) => all`
    delete from askwell_answer_notes where ask = ${ask} and answer in (
      select answer from askwell_answer_notes where ask = ${ask} order by answer limit ${limit}) returning 1`,
  askwell_answers: (ask, limit) => all`
    delete from askwell_answers where ask = ${ask} and id in (
      select id from askwell_answers where ask = ${ask} order by id limit ${limit}) returning 1`,
  askwell_tallies: (ask, limit) => all`
    delete from askwell_tallies where ask = ${ask} and bucket in (
      select bucket from askwell_tallies where ask = ${ask} order by bucket limit ${limit}) returning 1`,
  askwell_carried: (ask, limit) => all`
    delete from askwell_carried where ask = ${ask} and bucket in (
      select bucket from askwell_carried where ask = ${ask} order by bucket limit ${limit}) returning 1`,
  askwell_write_ins: (ask, limit) => all`
    delete from askwell_write_ins where ask = ${ask} and (input, folded) in (
      select input, folded from askwell_write_ins where ask = ${ask} order by input, folded limit ${limit}) returning 1`,
  askwell_tickets: (ask, limit) => all`
    delete from askwell_tickets where ask = ${ask} and voter in (
      select voter from askwell_tickets where ask = ${ask} order by voter limit ${limit}) returning 1`,
  askwell_purged_voters: (ask, limit) => all`
    delete from askwell_purged_voters where ask = ${ask} and voter in (
      select voter from askwell_purged_voters where ask = ${ask} order by voter limit ${limit}) returning 1`,
  askwell_replays: (ask, limit) => all`
    delete from askwell_replays where ask = ${ask} and (day, slot) in (
      select day, slot from askwell_replays where ask = ${ask} order by day, slot limit ${limit}) returning 1`,
  askwell_spent: (ask, limit) => all`
    delete from askwell_spent where ask = ${ask} and token in (
      select token from askwell_spent where ask = ${ask} order by token limit ${limit}) returning 1`,
  askwell_starts: (ask, limit) => all`
    delete from askwell_starts where ask = ${ask} and voter in (
      select voter from askwell_starts where ask = ${ask} order by voter limit ${limit}) returning 1`,
  askwell_checks: (ask, limit) => all`
    delete from askwell_checks where ask = ${ask} and (token, question) in (
      select token, question from askwell_checks where ask = ${ask} order by token, question limit ${limit}) returning 1`,
  askwell_working_copies: (ask) => all`delete from askwell_working_copies where ask = ${ask} returning 1`,
  askwell_result_links: (ask) => all`delete from askwell_result_links where ask = ${ask} returning 1`,
  askwell_returned: (ask, limit) => all`
    delete from askwell_returned where token in (
      select token from askwell_returned where ask = ${ask} limit ${limit}) returning 1`,
};

/**
 * Hides a deleted ask in every process: deletes its ID, kind, site, definition and counters, so that it is not found and does
 * not count for the quotas of its account. Its rows remain until {@link deleteAskRows} has removed them.
 */
export function* hideAsk(ask: number): Operation<void> {
  const owner = yield* one<{ account_id: number }>`select account_id from askwell_asks where seq = ${ask}`;
  if (owner) yield* lockAccount(owner.account_id);
  yield* lockAsk(ask);
  const row = yield* one<{ account_id: number; bytes: number }>`
    select account_id, octet_length(definition) as bytes from askwell_asks where seq = ${ask} and kind <> 'deleted'`;
  if (!row) return;
  yield* run`
    update askwell_accounts set asks = asks - 1, definition_bytes = definition_bytes - ${row.bytes} where id = ${row.account_id}`;
  yield* run`
    update askwell_asks set id = '~' || seq, kind = 'deleted', site_id = null, title = '', definition = '', keep_days = null,
      archived_at = null, version = version + 1
    where seq = ${ask}`;
  yield* run`delete from askwell_counters where ask = ${ask}`;
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
