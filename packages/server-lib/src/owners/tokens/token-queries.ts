import type { Micros } from '../../base/clock.js';
import { lockAccount } from '../../db/locks.js';
import { write } from '../../db/operation.js';
import { all, one, run } from '../../db/sql/statement.js';
import { maxTokens } from './limits.js';

/** A token to store. */
export interface NewToken {
  readonly account: number;
  readonly tokenHash: Uint8Array;
  /** What the token allows, as JSON. */
  readonly access: string;
  readonly at: Micros;
  readonly expiresAt: Micros;
}

/** A stored token. */
export interface EditorTokenRow {
  id: number;
  access: string;
  created_at: Micros;
  expires_at: Micros;
}

/** Stores a token, and deletes the tokens of the account that expire first beyond the maximum. Null if the account was deleted. */
export const createToken = write('tokens.create', function* (input: NewToken) {
  const { account, tokenHash, access, at, expiresAt } = input;
  yield* lockAccount(account);
  const owner = yield* one`select 1 from askwell_accounts where id = ${account} and closed_at is null`;
  if (!owner) return null;
  yield* run`
    delete from askwell_editor_tokens where account_id = ${account} and id not in (
      select id from askwell_editor_tokens where account_id = ${account} and expires_at > ${at}
      order by expires_at desc, id desc limit ${maxTokens - 1})`;
  const row = yield* one<{ id: number }>`
    insert into askwell_editor_tokens (account_id, token_hash, access, created_at, expires_at)
    values (${account}, ${tokenHash}, ${access}, ${at}, ${expiresAt}) returning id`;
  return row?.id ?? null;
});

/** Deletes a token. Returns whether the account had it. */
export const deleteToken = write(
  'tokens.delete',
  function* ({ account, id }: { readonly account: number; readonly id: number }) {
    const row = yield* one`
      delete from askwell_editor_tokens where id = ${id} and account_id = ${account} returning 1`;
    return row !== undefined;
  },
);

/** Selects a token that works, by its hash. */
export function selectToken(tokenHash: Uint8Array, now: Micros) {
  return one<Pick<EditorTokenRow, 'access'> & { account_id: number }>`
    select t.account_id, t.access from askwell_editor_tokens t join askwell_accounts a on a.id = t.account_id
    where t.token_hash = ${tokenHash} and t.expires_at > ${now} and a.closed_at is null`;
}

/** Selects the tokens of an account that work, oldest first. */
export function selectEditorTokens(account: number, now: Micros) {
  return all<EditorTokenRow>`
    select id, access, created_at, expires_at from askwell_editor_tokens
    where account_id = ${account} and expires_at > ${now} order by id`;
}
