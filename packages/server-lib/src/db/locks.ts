import { anyOf } from './sql/dialect.js';
import { type Lock, lock } from './sql/statement.js';

// In the order in which a write takes them: name or slot, accounts, site, asks, heads of change logs
// (`db/changes/log-changes.ts`), webhooks. Writes that keep this order cannot deadlock.

/** Locks a name in place of a row that does not exist yet, such as the row of the first account. */
export function lockName(name: string): Lock {
  return lock`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
}

/**
 * Locks the slot of an `Idempotency-Key`, which may not be stored yet. A slot is a hash, so its first bytes identify
 * it.
 */
export function lockSlot(slot: Uint8Array): Lock {
  const start = new DataView(slot.buffer, slot.byteOffset, slot.byteLength).getBigInt64(0);
  return lock`select pg_advisory_xact_lock(cast(${String(start)} as bigint))`;
}

/** Locks accounts against changes and deletion. */
export function lockAccounts(ids: readonly number[]): Lock {
  return ids.length === 0
    ? lock`select 1`
    : lock`select 1 from askwell_accounts where id ${anyOf('bigint', ids)} order by id for no key update`;
}

/** Locks an account against changes and deletion. */
export function lockAccount(id: number): Lock {
  return lockAccounts([id]);
}

/** Locks a site against deletion while something is added to it. */
export function lockSite(id: number): Lock {
  return lock`select 1 from askwell_sites where id = ${id} for key share`;
}

/** Locks a site against changes and deletion. */
export function lockSiteForChange(id: number): Lock {
  return lock`select 1 from askwell_sites where id = ${id} for no key update`;
}

/** Locks a site that is about to be deleted: nothing can be added to it any more. */
export function lockSiteForDeletion(id: number): Lock {
  return lock`select 1 from askwell_sites where id = ${id} for update`;
}

/** Locks asks with everything that belongs to them: definitions, answers and tallies. */
export function lockAsks(seqs: readonly number[]): Lock {
  return seqs.length === 0
    ? lock`select 1`
    : lock`select 1 from askwell_asks where seq ${anyOf('bigint', seqs)} order by seq for no key update`;
}

/** Locks API keys whose times of last use are about to change. A write that does so takes no other locks. */
export function lockKeys(ids: readonly number[]): Lock {
  return lock`select 1 from askwell_keys where id ${anyOf('bigint', ids)} order by id for no key update`;
}

/** Locks sessions, like {@link lockKeys}. */
export function lockSessions(ids: readonly number[]): Lock {
  return lock`select 1 from askwell_sessions where id ${anyOf('bigint', ids)} order by id for no key update`;
}

/** Locks an ask with everything that belongs to it. */
export function lockAsk(seq: number): Lock {
  return lockAsks([seq]);
}

/** Locks webhooks, with their positions and deliveries. */
export function lockWebhooks(ids: readonly number[]): Lock {
  return ids.length === 0
    ? lock`select 1`
    : lock`select 1 from askwell_webhooks where id ${anyOf('bigint', ids)} order by id for no key update`;
}
