import { eraseWrite, type Operation } from '../store/operation.js';
import { all, one, run } from '../store/statement.js';
import { deleteAskRows, hideAsk } from './delete-ask-rows.js';

/** Rows deleted by one write: few enough that other writes hardly wait for it. */
const rowBatchSize = 500;

/** Asks hidden by one write: their definitions go, which may be large. */
const hideBatchSize = 20;

/** What is left of deleted asks and accounts. */
export interface RemainingRows {
  /** Whether some of it can still be found by others. */
  readonly hasVisible: boolean;
  /** Whether rows remain. */
  readonly hasAny: boolean;
}

/** Deletes an ask at once for everybody, with as many of its rows as one write takes. */
export const deleteAsk = eraseWrite('asks.delete', function* (input: { account: number; seq: number }): Operation<
  RemainingRows | { refused: 'unknown' }
> {
  const { account, seq } = input;
  const row = yield* one`
      select 1 from askwell_asks where seq = ${seq} and account_id = ${account} and kind <> 'deleted'`;
  if (!row) return { refused: 'unknown' };
  yield* hideAsk(seq);
  return { hasVisible: false, hasAny: (yield* deleteAskRows(seq, rowBatchSize)) === 0 };
});

/**
 * Closes an account: its owner is signed out, its keys are gone and its email address is free. What it owns is removed by
 * {@link removeBatch}, beginning here.
 */
export const deleteAccount = eraseWrite('accounts.delete', function* (input: { account: number; at: number }) {
  const { account, at } = input;
  yield* run`delete from askwell_sessions where account_id = ${account}`;
  yield* run`delete from askwell_keys where account_id = ${account}`;
  yield* run`delete from askwell_security_events where account_id = ${account}`;
  yield* run`
    update askwell_accounts set name = '', email = '', email_folded = 'deleted:' || id, password = null, host_user = null,
      closed_at = ${at}
    where id = ${account} and closed_at is null`;
  return yield* removeRows();
});

/** Goes on removing what was deleted, a slice at a time. */
export const removeBatch = eraseWrite('removal.slice', (_: null) => removeRows(), isComplete);

function isComplete({ hasAny }: RemainingRows): boolean {
  return !hasAny;
}

/** What others can still find goes first. */
function* removeRows(): Operation<RemainingRows> {
  const found = yield* selectAsksOfClosedAccounts();
  for (const { seq } of found) yield* hideAsk(seq);
  if (found.length === hideBatchSize) return { hasVisible: true, hasAny: true };
  let left = rowBatchSize;
  while (left > 0) {
    const removed = (yield* removeFromAsk(left)) ?? (yield* removeFromAccount(left));
    if (removed === undefined) return { hasVisible: false, hasAny: false };
    left = removed;
  }
  return { hasVisible: false, hasAny: true };
}

/** Asks of closed accounts. */
function selectAsksOfClosedAccounts() {
  return all<{ seq: number }>`
    select a.seq from askwell_accounts o
    join askwell_asks a on a.account_id = o.id and a.kind in ('poll', 'quiz', 'form')
    where o.closed_at is not null limit ${hideBatchSize}`;
}

/** Returns how many rows may still be deleted; undefined where no deleted ask is left. */
function* removeFromAsk(most: number): Operation<number | undefined> {
  const ask = yield* one<{ seq: number }>`select seq from askwell_asks where kind = 'deleted' order by seq limit 1`;
  // An ask without rows counts for one, so that many of them are many slices.
  return ask && Math.max(0, (yield* deleteAskRows(ask.seq, most)) - 1);
}

/** The same of a closed account, whose asks are gone by now. */
function* removeFromAccount(most: number): Operation<number | undefined> {
  const account = yield* one<{ id: number }>`
    select id from askwell_accounts where closed_at is not null order by id limit 1`;
  if (!account) return undefined;
  const removed = yield* all`
    delete from askwell_idempotency where slot in (
      select slot from askwell_idempotency where account_id = ${account.id} limit ${most}) returning 1`;
  if (removed.length === most) return 0;
  yield* run`delete from askwell_accounts where id = ${account.id}`;
  return most - removed.length;
}

/** Whether anything that was deleted is still to be removed. */
export function* hasRowsToRemove(): Operation<boolean> {
  const row = yield* one`
    select 1 from askwell_asks where kind = 'deleted'
    union all select 1 from askwell_accounts where closed_at is not null limit 1`;
  return row !== undefined;
}
