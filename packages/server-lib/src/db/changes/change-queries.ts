import type { Micros } from '../../base/clock.js';
import { type Operation, write } from '../operation.js';
import { anyOf } from '../sql/dialect.js';
import { all, one, run, sql } from '../sql/statement.js';

/** A change as it is stored. */
export interface ChangeRow {
  seq: number;
  /** The place in `changeTypes`. */
  type: number;
  ask: number;
  site_id: number | null;
  at: Micros;
  detail: string | null;
}

/** The positions of a log. */
export interface LogPositions {
  /** The position of the last change; 0 if there are no changes. */
  last_seq: number;
  /** Changes up to this position were deleted. */
  deleted_seq: number;
}

/** Selects the changes of an account from a position on, in their order. */
export function selectChanges(
  account: number,
  { from, limit }: { readonly from: number; readonly limit: number },
): Operation<ChangeRow[]> {
  return all<ChangeRow>`
    select seq, type, ask, site_id, at, detail from askwell_changes
    where account_id = ${account} and seq >= ${from} order by seq limit ${limit}`;
}

/** A part of a log in which changes are searched. */
export interface ChangeWindow {
  readonly from: number;
  /** The position after the window. It limits how many changes the statement reads. */
  readonly to: number;
  /** Only changes of these types, as they are stored. */
  readonly types: readonly number[];
  /** Only changes of this ask. Null for all. */
  readonly ask: number | null;
  /** Only changes of this site. Null for all. */
  readonly site: number | null;
  readonly limit: number;
}

/** Selects the changes of an account that match, in their order. */
export function selectMatchingChanges(
  account: number,
  { from, to, types, ask, site, limit }: ChangeWindow,
): Operation<ChangeRow[]> {
  return all<ChangeRow>`
    select seq, type, ask, site_id, at, detail from askwell_changes
    where account_id = ${account} and seq >= ${from} and seq < ${to} and type ${anyOf('bigint', types)}
    ${ask === null ? sql`` : sql`and ask = ${ask}`} ${site === null ? sql`` : sql`and site_id = ${site}`}
    order by seq limit ${limit}`;
}

/** Selects the positions of the log of an account. */
export function* selectPositions(account: number): Operation<LogPositions> {
  const row = yield* one<LogPositions>`
    select last_seq, deleted_seq from askwell_change_heads where account_id = ${account}`;
  return row ?? { last_seq: 0, deleted_seq: 0 };
}

/** The number of changes that one write deletes. Small enough not to delay other writes. */
const deleteBatchSize = 500;

/** A request to delete the old changes of an account. */
export interface ChangeDeletion {
  readonly account: number;
  readonly before: Micros;
}

/** Deletes the oldest changes of an account, up to the batch limit. Returns whether more may be left. */
export const deleteOldChanges = write('changes.delete', function* (input: ChangeDeletion): Operation<boolean> {
  const { account, before } = input;
  const oldest = yield* selectOldest(account);
  const end = oldest.findIndex(({ at }) => at >= before);
  const last = oldest.at(end === -1 ? oldest.length - 1 : end - 1);
  if (!last || end === 0) return false;
  yield* run`update askwell_change_heads set deleted_seq = ${last.seq} where account_id = ${account}`;
  yield* run`delete from askwell_changes where account_id = ${account} and seq <= ${last.seq}`;
  return end === -1 && oldest.length === deleteBatchSize;
});

function selectOldest(account: number): Operation<{ seq: number; at: Micros }[]> {
  return all<{ seq: number; at: Micros }>`
    select seq, at from askwell_changes where account_id = ${account} order by seq limit ${deleteBatchSize}`;
}

/** The next accounts that have a log, by their IDs. */
export function selectAccountsWithChanges(after: number): Operation<{ account_id: number }[]> {
  return all<{ account_id: number }>`
    select account_id from askwell_change_heads where account_id > ${after} and last_seq > deleted_seq
    order by account_id limit ${deleteBatchSize}`;
}
