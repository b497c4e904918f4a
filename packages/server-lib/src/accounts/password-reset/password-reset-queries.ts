import type { Micros } from '../../clock.js';
import { insertEmail } from '../../email/email-queries.js';
import { lockAccount } from '../../store/locks.js';
import { type Operation, write } from '../../store/operation.js';
import { one, run } from '../../store/sql/statement.js';
import { selectAccountById } from '../account-queries.js';

/** How long a link to set a new password works. */
export const resetLifetime: Micros = 3600 * 1_000_000;

export interface NewReset {
  readonly account: number;
  readonly tokenHash: Uint8Array;
  readonly nonce: Uint8Array;
  readonly at: Micros;
}

/** Stores a link to set a new password, with the email that contains it. Returns whether the account has a password. */
export const createPasswordReset = write('accounts.createReset', function* (input: NewReset): Operation<boolean> {
  const { account, tokenHash, nonce, at } = input;
  yield* lockAccount(account);
  const row = yield* selectAccountById(account);
  if (!row || row.password === null) return false;
  yield* run`delete from askwell_password_resets where account_id = ${account} and expires_at <= ${at}`;
  yield* run`
    insert into askwell_password_resets (token_hash, account_id, nonce, expires_at)
    values (${tokenHash}, ${account}, ${nonce}, ${at + resetLifetime})`;
  yield* insertEmail({ account, kind: 'password_reset', reset: tokenHash }, at);
  return true;
});

/** A link that was not used, with the account that it is for. */
export interface ResetRow {
  account_id: number;
  nonce: Uint8Array;
  expires_at: Micros;
  name: string;
  email: string;
  email_folded: string;
  password: string;
}

/** Selects an unused link, unless its account is deleted. */
export function selectReset(tokenHash: Uint8Array): Operation<ResetRow | undefined> {
  return one<ResetRow>`
    select r.account_id, r.nonce, r.expires_at, a.name, a.email, a.email_folded, a.password
    from askwell_password_resets r join askwell_accounts a on a.id = r.account_id
    where r.token_hash = ${tokenHash} and a.closed_at is null and a.password is not null`;
}

export interface UsedReset {
  readonly tokenHash: Uint8Array;
  readonly account: number;
  readonly password: string;
  /** The stored password that the link was verified with. */
  readonly expectedPassword: string;
  /** The email that the link was sent to, folded. */
  readonly expectedEmail: string;
  readonly at: Micros;
}

/**
 * Sets a new password, deletes all links of the account, and ends all sessions. Returns false and changes nothing if the link
 * was used in the meantime, has expired, or belongs to an earlier password or email.
 */
export const usePasswordReset = write('accounts.useReset', function* (input: UsedReset): Operation<boolean> {
  const { tokenHash, account, at } = input;
  yield* lockAccount(account);
  const row = yield* selectReset(tokenHash);
  if (row?.account_id !== account || row.expires_at <= at) return false;
  if (row.password !== input.expectedPassword || row.email_folded !== input.expectedEmail) return false;
  yield* run`update askwell_accounts set password = ${input.password} where id = ${account}`;
  yield* run`delete from askwell_password_resets where account_id = ${account}`;
  yield* run`delete from askwell_sessions where account_id = ${account}`;
  return true;
});
