import type { Micros } from '../../base/clock.js';
import { lockAccount } from '../../db/locks.js';
import { type Operation, write } from '../../db/operation.js';
import { one, run } from '../../db/sql/statement.js';
import { insertEmail } from '../email/email-queries.js';
import { removeAccess } from '../removal/remove-access.js';
import { selectAccountById } from './account-queries.js';
import { resetLifetime } from './limits.js';

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
  /** Null if the email was never verified: the account may have been registered by somebody else. */
  email_verified_at: Micros | null;
  password: string;
}

/** Selects an unused link, unless its account is deleted. */
export function selectReset(tokenHash: Uint8Array): Operation<ResetRow | undefined> {
  return one<ResetRow>`
    select r.account_id, r.nonce, r.expires_at, a.name, a.email, a.email_folded, a.email_verified_at, a.password
    from askwell_password_resets r join askwell_accounts a on a.id = r.account_id
    where r.token_hash = ${tokenHash} and a.closed_at is null and a.email <> '' and a.password is not null`;
}

export interface UsedReset {
  readonly tokenHash: Uint8Array;
  readonly account: number;
  readonly password: string;
  /** The stored password that the link was verified with. */
  readonly expectedPassword: string;
  /** The email that the link was sent to, folded. */
  readonly expectedEmail: string;
  /** Whether to remove what gives access to the account. It is removed in any case if the email was not verified. */
  readonly removeAccess: boolean;
  readonly at: Micros;
}

/** The changes that a used link has made. */
export interface ResetOutcome {
  /** Whether the link verified the email. */
  readonly isVerified: boolean;
  /** The webhooks to delete; null if access was not removed. */
  readonly removedWebhooks: readonly number[] | null;
}

/**
 * Sets a new password, deletes all links of the account, ends all sessions, and verifies the email. Returns undefined and changes
 * nothing if the link was used in the meantime, has expired, or belongs to an earlier password or email.
 */
export const usePasswordReset = write('accounts.useReset', function* (input: UsedReset): Operation<
  ResetOutcome | undefined
> {
  const { tokenHash, account, at } = input;
  yield* lockAccount(account);
  const row = yield* selectReset(tokenHash);
  if (row?.account_id !== account || row.expires_at <= at) return undefined;
  if (row.password !== input.expectedPassword || row.email_folded !== input.expectedEmail) return undefined;
  const isVerified = row.email_verified_at === null;
  yield* run`
    update askwell_accounts set password = ${input.password}, email_verified_at = ${row.email_verified_at ?? at}
    where id = ${account}`;
  yield* run`delete from askwell_password_resets where account_id = ${account}`;
  yield* run`delete from askwell_sessions where account_id = ${account}`;
  const removes = isVerified || input.removeAccess;
  return { isVerified, removedWebhooks: removes ? yield* removeAccess(account, at) : null };
});
