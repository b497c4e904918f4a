import type { Operation } from '../store/operation.js';
import { all, one, run } from '../store/statement.js';

/** Deletes up to so many rows of an ask from one table, and returns how many. */
type DeleteRows = (ask: number, most: number) => Operation<unknown[]>;

/** Each table whose rows belong to an ask, but for `askwell_counters`, which has one row and goes first. */
export const deleteRowsByTable: Readonly<Record<string, DeleteRows>> = {
  askwell_answers: (ask, most) => all`
    delete from askwell_answers where ask = ${ask} and id in (
      select id from askwell_answers where ask = ${ask} order by id limit ${most}) returning 1`,
  askwell_tallies: (ask, most) => all`
    delete from askwell_tallies where ask = ${ask} and bucket in (
      select bucket from askwell_tallies where ask = ${ask} order by bucket limit ${most}) returning 1`,
  askwell_carried: (ask, most) => all`
    delete from askwell_carried where ask = ${ask} and bucket in (
      select bucket from askwell_carried where ask = ${ask} order by bucket limit ${most}) returning 1`,
  askwell_write_ins: (ask, most) => all`
    delete from askwell_write_ins where ask = ${ask} and (input, folded) in (
      select input, folded from askwell_write_ins where ask = ${ask} order by input, folded limit ${most}) returning 1`,
  askwell_tickets: (ask, most) => all`
    delete from askwell_tickets where ask = ${ask} and voter in (
      select voter from askwell_tickets where ask = ${ask} order by voter limit ${most}) returning 1`,
  askwell_purged_voters: (ask, most) => all`
    delete from askwell_purged_voters where ask = ${ask} and voter in (
      select voter from askwell_purged_voters where ask = ${ask} order by voter limit ${most}) returning 1`,
  askwell_replays: (ask, most) => all`
    delete from askwell_replays where ask = ${ask} and (day, slot) in (
      select day, slot from askwell_replays where ask = ${ask} order by day, slot limit ${most}) returning 1`,
  askwell_spent: (ask, most) => all`
    delete from askwell_spent where ask = ${ask} and token in (
      select token from askwell_spent where ask = ${ask} order by token limit ${most}) returning 1`,
  askwell_starts: (ask, most) => all`
    delete from askwell_starts where ask = ${ask} and voter in (
      select voter from askwell_starts where ask = ${ask} order by voter limit ${most}) returning 1`,
  askwell_returned: (ask, most) => all`
    delete from askwell_returned where token in (
      select token from askwell_returned where ask = ${ask} limit ${most}) returning 1`,
};

/**
 * Makes an ask not found by anybody, in every process: it loses its id, its kind, its site, its definition and its counters,
 * and no longer counts for its account's quotas. Its rows remain until {@link deleteAskRows} has removed them.
 */
export function* hideAsk(ask: number): Operation<void> {
  const row = yield* one<{ account_id: number; bytes: number }>`
    select account_id, octet_length(definition) as bytes from askwell_asks where seq = ${ask} and kind <> 'deleted'`;
  if (!row) return;
  yield* run`
    update askwell_accounts set asks = asks - 1, definition_bytes = definition_bytes - ${row.bytes} where id = ${row.account_id}`;
  yield* run`
    update askwell_asks set id = '~' || seq, kind = 'deleted', site_id = null, title = '', definition = '', keep_days = null,
      version = version + 1
    where seq = ${ask}`;
  yield* run`delete from askwell_counters where ask = ${ask}`;
}

/** Deletes up to so many rows of a hidden ask, and the ask with the last of them; returns how many rows may still be deleted. */
export function* deleteAskRows(ask: number, most: number): Operation<number> {
  let left = most;
  for (const deleteRows of Object.values(deleteRowsByTable)) {
    left -= (yield* deleteRows(ask, left)).length;
    if (left <= 0) return 0;
  }
  yield* run`delete from askwell_asks where seq = ${ask}`;
  return left;
}
