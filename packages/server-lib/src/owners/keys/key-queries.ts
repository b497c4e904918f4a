import type { Micros } from '../../base/clock.js';
import { fromHex, toHex } from '../../base/crypto/hex.js';
import { type LastUse, latestUses } from '../../db/last-used-times.js';
import { lockAccounts, lockKeys, lockSite } from '../../db/locks.js';
import { batchWrite, type Operation } from '../../db/operation.js';
import { chunks } from '../../db/sets/chunks.js';
import { type LookupSource, lookUp } from '../../db/sets/lookup.js';
import { Bulk, together } from '../../db/sets/statement-set.js';
import { typedRows, valuesOf } from '../../db/sql/dialect.js';
import { all, one, rows, run, sql, type Value } from '../../db/sql/statement.js';
import type { Scope } from '../access/scope.js';
import type { KeyPermissions } from './key-permissions.js';
import { describeKeyUse, type KeyRequest } from './key-use.js';
import { maxKeys } from './limits.js';

export interface KeyRow {
  id: number;
  site_id: number | null;
  name: string;
  description: string | null;
  prefix: string;
  head: string;
  tail: string;
  permissions: KeyPermissions;
  expires_at: Micros | null;
  created_at: Micros;
  last_used_at: Micros | null;
  last_operation: string | null;
  last_client: string | null;
}

/** An API key with its account and the site that it is scoped to. */
export interface CallerRow {
  id: number;
  site_id: number | null;
  name: string;
  permissions: KeyPermissions;
  expires_at: Micros | null;
  account_id: number;
  account_name: string;
  account_email: string;
  account_created_at: Micros;
}

export interface NewKey {
  readonly account: number;
  readonly site: number | null;
  readonly name: string;
  readonly description: string | null;
  readonly permissions: KeyPermissions;
  /** When the key stops working; null if it never does. */
  readonly expiresAt: Micros | null;
  /** The hash in hexadecimal: strings are transferred to the writer thread faster than bytes. */
  readonly hash: string;
  readonly prefix: string;
  readonly head: string;
  readonly tail: string;
  readonly at: Micros;
}

type KeyRefusal = 'unknown_account' | 'unknown_site' | 'too_many';

export type CreateKeyOutcome = { id: number } | { refused: KeyRefusal };

/**
 * Creates keys with few statements for many keys, since a statement costs more than a row. Each key is checked as if the keys
 * before it were already created.
 */
export const createKey = batchWrite('keys.create', function* (inputs: readonly NewKey[]) {
  yield* lockAccounts([...new Set(inputs.map(({ account }) => account))]);
  const counts = yield* countKeys(inputs);
  const sites = yield* ownedSites(inputs);
  const refusals = inputs.map(({ account, site }) => {
    const keys = counts.get(account);
    // The account may have been deleted since the session was verified.
    if (keys === undefined) return refuse('unknown_account');
    if (site !== null && !sites.has(ownedIdKey({ account, id: site }))) return refuse('unknown_site');
    if (keys >= maxKeys) return refuse('too_many');
    counts.set(account, keys + 1);
    return undefined;
  });
  const ids = yield* insertKeys(inputs.filter((_, at) => refusals[at] === undefined));
  return inputs.map(({ hash }, at): CreateKeyOutcome => {
    const refusal = refusals[at];
    if (refusal) return refusal;
    const id = ids.get(hash);
    if (id === undefined) throw new Error('An insert of API keys returned too few IDs.');
    return { id };
  });
});

/** Returns the number of keys of each account. Deleted accounts are not included. */
function* countKeys(inputs: readonly NewKey[]): Operation<Map<number, number>> {
  const counts = new Map<number, number>();
  for (const part of chunks([...new Set(inputs.map(({ account }) => account))])) {
    const found = yield* all<{ id: number; keys: number }>`
      select a.id, (select count(*) from askwell_keys where account_id = a.id) as keys
      from askwell_accounts a where a.closed_at is null and a.id in ${rows([part])}`;
    for (const { id, keys } of found) counts.set(id, keys);
  }
  return counts;
}

/** Returns the sites of the keys that exist, with their accounts. */
function* ownedSites(inputs: readonly NewKey[]): Operation<Set<string>> {
  const siteIds = inputs.flatMap(({ site }) => (site === null ? [] : [site]));
  const owned = new Set<string>();
  for (const part of chunks([...new Set(siteIds)])) {
    for (const id of part) yield* lockSite(id);
    const found = yield* all<AccountOwnedId>`
      select account_id as account, id from askwell_sites where id in ${rows([part])}`;
    for (const site of found) owned.add(ownedIdKey(site));
  }
  return owned;
}

/** Inserts keys and returns their IDs by their hashes. */
function* insertKeys(inputs: readonly NewKey[]): Operation<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const part of chunks(inputs)) {
    const inserted = yield* all<{ id: number; hash: Uint8Array }>`
      insert into askwell_keys (account_id, site_id, name, description, permissions, expires_at, hash, prefix, head, tail, created_at)
      values ${rows(part.map(toCells))} returning id, hash`;
    for (const { id, hash } of inserted) ids.set(toHex(hash), id);
  }
  return ids;
}

function toCells({ account, site, name, description, permissions, expiresAt, hash, ...key }: NewKey): Value[] {
  const { prefix, head, tail, at } = key;
  return [account, site, name, description, permissions, expiresAt, fromHex(hash), prefix, head, tail, at];
}

function refuse(reason: KeyRefusal): { refused: KeyRefusal } {
  return { refused: reason };
}

/** The ID of a key or site with its account, so that no other account can access it. */
export interface AccountOwnedId {
  readonly account: number;
  readonly id: number;
}

/** Deletes keys with one statement for many keys. Returns for each input whether it deleted its key. */
export const deleteKey = batchWrite('keys.delete', function* (inputs: readonly AccountOwnedId[]) {
  const deletedKeys = new Set<string>();
  for (const part of chunks(inputs)) {
    const deleted = yield* all<AccountOwnedId>`
      delete from askwell_keys where (account_id, id) in (values ${typedRows(
        ['bigint', 'bigint'],
        part.map(({ account, id }) => [account, id]),
      )})
      returning account_id as account, id`;
    for (const key of deleted) deletedKeys.add(ownedIdKey(key));
  }
  return inputs.map((key) => deletedKeys.delete(ownedIdKey(key)));
});

/** Selects the name of a key. */
export function selectKeyName({ account, id }: AccountOwnedId) {
  return one<{ name: string }>`select name from askwell_keys where id = ${id} and account_id = ${account}`;
}

const ownedIdKey = ({ account, id }: AccountOwnedId) => `${account}/${id}`;

/** Updates when keys were last used, and by what, but never to an earlier time. */
export const touchKeys = batchWrite('keys.touch', function* (inputs: readonly LastUse<KeyRequest | null>[]) {
  const latest = latestUses(inputs).map(({ id, at, detail }) => {
    const { operation, client } = describeKeyUse(detail);
    return [id, at, operation, client] as const;
  });
  yield* lockKeys(latest.map(([id]) => id));
  yield* together([
    new Bulk(
      latest,
      (part) => run`
        with u (id, at, operation, client) as (${valuesOf(['bigint', 'bigint', 'text', 'text'], part)})
        update askwell_keys as k set last_used_at = u.at, last_operation = u.operation, last_client = u.client
        from u where k.id = u.id and coalesce(k.last_used_at, 0) < u.at`,
    ),
  ]);
  return inputs.map(() => null);
});

const callers: LookupSource = {
  key: sql`k.hash`,
  keyType: 'bytea',
  columns: sql`k.id, k.site_id, k.name, k.permissions, k.expires_at,
    a.id as account_id, a.name as account_name, nullif(a.email, '') as account_email, a.created_at as account_created_at`,
  from: sql`askwell_keys k join askwell_accounts a on a.id = k.account_id`,
};

/** Selects the key with a hash, and its account. */
export function selectCaller(hash: Buffer) {
  return lookUp<CallerRow>(callers, hash);
}

/** Selects when a key expires. Undefined if there is no such key. */
export function selectExpiry(id: number) {
  return one<Pick<KeyRow, 'expires_at'>>`select expires_at from askwell_keys where id = ${id}`;
}

/** Selects the keys of an account, or of a site if the scope is limited to one, by ascending ID. */
export function selectKeys({ account, site }: Scope) {
  return all<KeyRow>`
    select id, site_id, name, description, prefix, head, tail, permissions, expires_at, created_at, last_used_at,
      last_operation, last_client
    from askwell_keys
    where account_id = ${account} and (cast(${site} as bigint) is null or site_id = ${site}) order by id`;
}
