import type { Scope } from '../auth/scope.js';
import type { Micros } from '../clock.js';
import { chunks } from '../store/chunks.js';
import { type Operation, write, writeBySet } from '../store/operation.js';
import { all, one, rows, run } from '../store/statement.js';

/** Enough keys for every integration an account may have. */
export const mostKeys = 100;

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

/** A key, and the stamp of all that can be told of its account and keys: another one as soon as any of it changes. */
export interface FoundKeyRow {
  id: number;
  stamp: number;
}

/** What a key opens: the account it authenticates as, and the site it is kept to. */
export interface KeyHolderRow {
  stamp: number;
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
  readonly hash: Uint8Array;
  readonly prefix: string;
  readonly head: string;
  readonly tail: string;
  readonly at: Micros;
}

type KeyRefusal = 'unknown_account' | 'unknown_site' | 'too_many';

export type KeyCreated = { id: number } | { refused: KeyRefusal };

export const createKey = write('keys.create', function* (input: NewKey) {
  const { account, site } = input;
  const holder = yield* one<{ keys: number }>`
    select (select count(*) from askwell_keys where account_id = a.id) as keys from askwell_accounts a where a.id = ${account}`;
  // It may have been deleted since the session was verified.
  if (!holder) return refuse('unknown_account');
  if (site !== null && !(yield* one`select 1 from askwell_sites where id = ${site} and account_id = ${account}`)) {
    return refuse('unknown_site');
  }
  if (holder.keys >= mostKeys) return refuse('too_many');
  const row = yield* one<{ id: number }>`
    insert into askwell_keys (account_id, site_id, name, description, hash, prefix, head, tail, created_at)
    values (${account}, ${site}, ${input.name}, ${input.description}, ${input.hash}, ${input.prefix}, ${input.head}, ${input.tail}, ${input.at})
    returning id`;
  if (!row) throw new Error('An insert that returns its id returned none.');
  return row;
});

function refuse(why: KeyRefusal): KeyCreated {
  return { refused: why };
}

/** A key by its account, so that nobody deletes another's. */
export interface OwnedId {
  readonly account: number;
  readonly id: number;
}

/** By set, since a statement costs more than a row. Says of each input whether it was the one that deleted its key. */
export const deleteKey = writeBySet('keys.delete', function* (inputs: readonly OwnedId[]) {
  const gone = new Set<string>();
  for (const part of chunks(inputs)) {
    const deleted = yield* all<OwnedId>`
      delete from askwell_keys where (account_id, id) in (values ${rows(part.map(({ account, id }) => [account, id]))})
      returning account_id as account, id`;
    for (const key of deleted) gone.add(nameOf(key));
  }
  return inputs.map((key) => gone.delete(nameOf(key)));
});

const nameOf = ({ account, id }: OwnedId) => `${account}/${id}`;

/** Used again: forward only. */
export const touchKeys = writeBySet('keys.touch', function* (inputs: readonly { id: number; at: Micros }[]) {
  for (const { id, at } of inputs) {
    yield* run`update askwell_keys set last_used_at = ${at} where id = ${id} and coalesce(last_used_at, 0) < ${at}`;
  }
  return inputs.map(() => null);
});

/** Asked with every keyed request, so it reads no more than tells whether the rest is known. */
export function keyOf(hash: Buffer) {
  return one<FoundKeyRow>`
    select k.id, a.stamp from askwell_keys k join askwell_accounts a on a.id = k.account_id where k.hash = ${hash}`.named(
    hash.toString('latin1'),
  );
}

export function keyHolder(id: number) {
  return one<KeyHolderRow>`
    select a.stamp, k.site_id, k.name,
      a.id as account_id, a.name as account_name, a.email as account_email, a.created_at as account_created_at
    from askwell_keys k join askwell_accounts a on a.id = k.account_id where k.id = ${id}`;
}

/** Keys, and the stamp that they were read under; none where the account is gone. */
export interface StampedKeys {
  readonly stamp: number | undefined;
  readonly rows: readonly KeyRow[];
}

export function* stampedKeysOf(scope: Scope): Operation<StampedKeys> {
  const account = yield* one<{ stamp: number }>`select stamp from askwell_accounts where id = ${scope.account}`;
  return { stamp: account?.stamp, rows: yield* keysOf(scope) };
}

/** By ascending id; within a site's scope that site's alone. */
export function keysOf({ account, site }: Scope) {
  return all<KeyRow>`
    select id, site_id, name, description, prefix, head, tail, created_at, last_used_at from askwell_keys
    where account_id = ${account} and (cast(${site} as integer) is null or site_id = ${site}) order by id`;
}
