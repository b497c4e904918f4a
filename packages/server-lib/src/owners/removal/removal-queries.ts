import type { Micros } from '../../base/clock.js';
import { changeOf, type LoggedAsk } from '../../db/changes/change.js';
import { logChanges } from '../../db/changes/log-changes.js';
import { lockAccount, lockAsk, lockName } from '../../db/locks.js';
import { eraseWrite, type Operation } from '../../db/operation.js';
import { all, one, run } from '../../db/sql/statement.js';
import { deleteAskRows, hideAsk } from './delete-ask-rows.js';

/** The maximum number of rows that one write deletes, so that other writes do not wait long. */
const rowBatchSize = 500;

/** The maximum number of asks that one write hides. It deletes their definitions, which may be large. */
const hideBatchSize = 20;

/** The time without a write after which an import counts as interrupted. */
export const importLease: Micros = 600 * 1_000_000;

/** Whether parts of deleted asks and accounts, or of interrupted imports, remain. */
export interface RemainingRows {
  /** Whether asks of deleted accounts are still visible, or asks of interrupted imports still count for quotas. */
  readonly hasVisible: boolean;
  /** Whether any rows remain. */
  readonly hasAny: boolean;
}

/** An ask to delete. */
export interface AskDeletion {
  readonly account: number;
  readonly seq: number;
  /** The version that it must have. Null for every version. */
  readonly onlyVersion: number | null;
  readonly at: Micros;
}

interface DeletedAsk extends LoggedAsk {
  kind: string;
  id: string;
  version: number;
}

/** Hides an ask, and deletes as many of its rows as one write may delete. */
export const deleteAsk = eraseWrite('asks.delete', function* (input: AskDeletion): Operation<
  RemainingRows | { refused: 'unknown' | 'stale' }
> {
  const { account, seq, onlyVersion, at } = input;
  yield* lockAccount(account);
  yield* lockAsk(seq);
  const row = yield* one<DeletedAsk>`
      select seq, account_id, site_id, kind, id, version from askwell_asks where seq = ${seq} and account_id = ${account} and kind <> 'deleted'`;
  if (!row) return { refused: 'unknown' };
  if (onlyVersion !== null && row.version !== onlyVersion) return { refused: 'stale' };
  yield* hideAsk(seq);
  const hasAny = (yield* deleteAskRows(seq, rowBatchSize)) === 0;
  yield* logChanges([changeOf('ask.deleted', row, at, `${row.kind}_${row.id}`)]);
  return { hasVisible: false, hasAny };
});

/**
 * Closes an account: signs its owner out, deletes its keys and makes its email available again. Deletes the first rows
 * of what the account owns; {@link removeBatch} deletes the remaining rows.
 */
export const deleteAccount = eraseWrite('accounts.delete', function* (input: { account: number; at: number }) {
  const { account, at } = input;
  yield* lockName(removalLock);
  yield* lockAccount(account);
  yield* run`delete from askwell_sessions where account_id = ${account}`;
  yield* run`delete from askwell_sign_in_links where account_id = ${account}`;
  yield* run`delete from askwell_keys where account_id = ${account}`;
  yield* run`delete from askwell_editor_tokens where account_id = ${account}`;
  yield* run`update askwell_webhooks set enabled = 0, lease = null where account_id = ${account}`;
  yield* run`delete from askwell_security_events where account_id = ${account}`;
  yield* run`delete from askwell_imports where account_id = ${account}`;
  yield* run`delete from askwell_emails where account_id = ${account}`;
  yield* run`delete from askwell_password_resets where account_id = ${account}`;
  yield* run`delete from askwell_email_positions where account_id = ${account}`;
  yield* run`
    update askwell_accounts set name = '', email = '', email_folded = 'deleted:' || id, password = null, host_user = null,
      closed_at = ${at}
    where id = ${account} and closed_at is null`;
  return yield* removeRows(at);
});

/** Removes the next batch of deleted rows, and of interrupted imports. */
export const removeBatch = eraseWrite('removal.slice', removeNextRows, isComplete);

/** One process at a time removes rows: other processes would wait for the same rows. */
const removalLock = 'askwell.removal';

function* removeNextRows({ at }: { readonly at: Micros }): Operation<RemainingRows> {
  yield* lockName(removalLock);
  return yield* removeRows(at);
}

function isComplete({ hasAny }: RemainingRows): boolean {
  return !hasAny;
}

/** Hides visible asks first, then deletes rows. */
function* removeRows(at: Micros): Operation<RemainingRows> {
  for (const select of [selectAsksOfClosedAccounts, selectAsksOfInterruptedImports]) {
    const asks = yield* select(at);
    for (const { seq } of asks) yield* hideAsk(seq);
    if (asks.length === hideBatchSize) return { hasVisible: true, hasAny: true };
  }
  yield* run`delete from askwell_imports where touched_at < ${at - importLease}`;
  yield* run`
    delete from askwell_editor_tokens where id in (
      select id from askwell_editor_tokens where expires_at <= ${at} order by expires_at limit ${rowBatchSize})`;
  let left = rowBatchSize;
  while (left > 0) {
    const rest = (yield* removeFromAsk(left)) ?? (yield* removeFromAccount(left));
    if (rest === undefined) return { hasVisible: false, hasAny: false };
    left = rest;
  }
  return { hasVisible: false, hasAny: true };
}

/** Selects visible asks of closed accounts. */
function selectAsksOfClosedAccounts() {
  return all<{ seq: number }>`
    select a.seq from askwell_accounts o
    join askwell_asks a on a.account_id = o.id and a.kind in ('poll', 'quiz', 'form', 'importing')
    where o.closed_at is not null limit ${hideBatchSize}`;
}

function selectAsksOfInterruptedImports(at: Micros) {
  return all<{ seq: number }>`
    select a.seq from askwell_imports i
    join askwell_asks a on a.account_id = i.account_id and a.kind = 'importing'
    where i.touched_at < ${at - importLease} limit ${hideBatchSize}`;
}

/** Hides the next asks that an import of the account has created. Returns true if no ask is left. */
export function* hideImportedAsks(account: number): Operation<boolean> {
  const asks = yield* all<{ seq: number }>`
    select seq from askwell_asks where account_id = ${account} and kind = 'importing' limit ${hideBatchSize}`;
  for (const { seq } of asks) yield* hideAsk(seq);
  return asks.length < hideBatchSize;
}

/** Returns the unused rest of the limit; undefined if no deleted ask is left. */
function* removeFromAsk(limit: number): Operation<number | undefined> {
  const ask = yield* one<{ seq: number }>`select seq from askwell_asks where kind = 'deleted' order by seq limit 1`;
  // The ask itself counts as a row, so that many asks without rows take several batches.
  return ask && Math.max(0, (yield* deleteAskRows(ask.seq, limit)) - 1);
}

/** Returns the unused rest of the limit; undefined if no closed account is left. Its asks must have been deleted before. */
function* removeFromAccount(limit: number): Operation<number | undefined> {
  const account = yield* one<{ id: number }>`
    select id from askwell_accounts where closed_at is not null order by id limit 1`;
  if (!account) return undefined;
  const removed = yield* all`
    delete from askwell_idempotency where slot in (
      select slot from askwell_idempotency where account_id = ${account.id} limit ${limit}) returning 1`;
  if (removed.length === limit) return 0;
  const changes = yield* all`
    delete from askwell_changes where account_id = ${account.id} and seq in (
      select seq from askwell_changes where account_id = ${account.id} order by seq limit ${limit}) returning 1`;
  if (changes.length === limit) return 0;
  const left = limit - removed.length;
  const deliveries = yield* all`
    delete from askwell_deliveries where id in (
      select d.id from askwell_webhooks w join askwell_deliveries d on d.webhook_id = w.id
      where w.account_id = ${account.id} limit ${left}) returning 1`;
  if (deliveries.length === left) return 0;
  yield* run`delete from askwell_accounts where id = ${account.id}`;
  return Math.max(0, limit - removed.length - changes.length - deliveries.length);
}

/** Returns whether rows of deleted asks or accounts, or of interrupted imports, remain. */
export function* hasRowsToRemove(at: Micros): Operation<boolean> {
  const row = yield* one`
    select 1 from askwell_asks where kind = 'deleted'
    union all select 1 from askwell_accounts where closed_at is not null
    union all select 1 from askwell_editor_tokens where expires_at <= ${at}
    union all select 1 from askwell_imports where touched_at < ${at - importLease} limit 1`;
  return row !== undefined;
}
