import type { Scope } from '../access/scope.js';
import type { Micros } from '../clock.js';
import { fromHex, toHex } from '../crypto/hex.js';
import { chunks } from '../store/chunks.js';
import { batchWrite, type Operation } from '../store/operation.js';
import { all, one, rows, run, type Value } from '../store/statement.js';

/** Enough keys for every integration an account may have. */
export const maxKeys = 100;

export interface KeyRow {
  id: number;
  site_id: number | null;
  name: string;
  description: string | null;
  prefix: string;
  head: string;
  tail: string;
  created_at: Micros;
  last_used_at: Micros | null;
}

/** An API key with its account and the site that it is scoped to. */
export interface CallerRow {
  id: number;
  site_id: number | null;
  name: string;
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
  /** In hexadecimal: texts cross to the writer's thread faster than bytes. */
  readonly hash: string;
  readonly prefix: string;
  readonly head: string;
  readonly tail: string;
  readonly at: Micros;
}

type KeyRefusal = 'unknown_account' | 'unknown_site' | 'too_many';

export type CreateKeyOutcome = { id: number } | { refused: KeyRefusal };

/** By set, since a statement costs more than a row. Each is judged as if the ones before it were there already. */
export const createKey = batchWrite('keys.create', function* (inputs: readonly NewKey[]) {
  const held = yield* countKeys(inputs);
  const sites = yield* ownedSites(inputs);
  const refusals = inputs.map(({ account, site }) => {
    const keys = held.get(account);
    // It may have been deleted since the session was verified.
    if (keys === undefined) return refuse('unknown_account');
    if (site !== null && !sites.has(ownedIdKey({ account, id: site }))) return refuse('unknown_site');
    if (keys >= maxKeys) return refuse('too_many');
    held.set(account, keys + 1);
    return undefined;
  });
  const ids = yield* insertKeys(inputs.filter((_, at) => refusals[at] === undefined));
  return inputs.map(({ hash }, at): CreateKeyOutcome => {
    const refusal = refusals[at];
    if (refusal) return refusal;
    const id = ids.get(hash);
    if (id === undefined) throw new Error('An insert that returns its ids returned too few.');
    return { id };
  });
});

/** How many keys accounts have; those that are gone are not among them. */
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

/** Which of the sites that keys are meant for belong to the keys' accounts. */
function* ownedSites(inputs: readonly NewKey[]): Operation<Set<string>> {
  const meant = inputs.flatMap(({ site }) => (site === null ? [] : [site]));
  const owned = new Set<string>();
  for (const part of chunks([...new Set(meant)])) {
    const found = yield* all<AccountOwnedId>`
      select account_id as account, id from askwell_sites where id in ${rows([part])}`;
    for (const site of found) owned.add(ownedIdKey(site));
  }
  return owned;
}

/** Gives the new ids by the keys' hashes. */
function* insertKeys(inputs: readonly NewKey[]): Operation<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const part of chunks(inputs)) {
    const made = yield* all<{ id: number; hash: Uint8Array }>`
      insert into askwell_keys (account_id, site_id, name, description, hash, prefix, head, tail, created_at)
      values ${rows(part.map(toCells))} returning id, hash`;
    for (const { id, hash } of made) ids.set(toHex(hash), id);
  }
  return ids;
}

function toCells({ account, site, name, description, hash, prefix, head, tail, at }: NewKey): Value[] {
  return [account, site, name, description, fromHex(hash), prefix, head, tail, at];
}

function refuse(why: KeyRefusal): { refused: KeyRefusal } {
  return { refused: why };
}

/** A key by its account, so that nobody deletes another's. */
export interface AccountOwnedId {
  readonly account: number;
  readonly id: number;
}

/** By set, since a statement costs more than a row. Says of each input whether it was the one that deleted its key. */
export const deleteKey = batchWrite('keys.delete', function* (inputs: readonly AccountOwnedId[]) {
  const gone = new Set<string>();
  for (const part of chunks(inputs)) {
    const deleted = yield* all<AccountOwnedId>`
      delete from askwell_keys where (account_id, id) in (values ${rows(part.map(({ account, id }) => [account, id]))})
      returning account_id as account, id`;
    for (const key of deleted) gone.add(ownedIdKey(key));
  }
  return inputs.map((key) => gone.delete(ownedIdKey(key)));
});

/** The name that an owner gave a key. */
export function selectKeyName({ account, id }: AccountOwnedId) {
  return one<{ name: string }>`select name from askwell_keys where id = ${id} and account_id = ${account}`;
}

const ownedIdKey = ({ account, id }: AccountOwnedId) => `${account}/${id}`;

/** Used again: forward only. */
export const touchKeys = batchWrite('keys.touch', function* (inputs: readonly { id: number; at: Micros }[]) {
  for (const { id, at } of inputs) {
    yield* run`update askwell_keys set last_used_at = ${at} where id = ${id} and coalesce(last_used_at, 0) < ${at}`;
  }
  return inputs.map(() => null);
});

/** Finds the key with this hash, and its account. */
export function selectCaller(hash: Buffer) {
  return one<CallerRow>`
    select k.id, k.site_id, k.name,
      a.id as account_id, a.name as account_name, a.email as account_email, a.created_at as account_created_at
    from askwell_keys k join askwell_accounts a on a.id = k.account_id where k.hash = ${hash}`;
}

/** By ascending id; within a site's scope that site's alone. */
export function selectKeys({ account, site }: Scope) {
  return all<KeyRow>`
    select id, site_id, name, description, prefix, head, tail, created_at, last_used_at from askwell_keys
    where account_id = ${account} and (cast(${site} as integer) is null or site_id = ${site}) order by id`;
}
