import type { Micros } from '../../base/clock.js';
import { lockAccount } from '../../db/locks.js';
import { type Operation, write } from '../../db/operation.js';
import { one, run } from '../../db/sql/statement.js';
import { insertEmail } from '../email/email-queries.js';

/** Stores an email with a link that verifies the address of an account, in place of a waiting email. */
export function* insertVerification(account: number, at: Micros): Operation<void> {
  yield* deleteWaiting(account);
  yield* insertEmail({ account, kind: 'verification' }, at);
}

function deleteWaiting(account: number) {
  return run`delete from askwell_emails where account_id = ${account} and kind = 'verification'`;
}

/** Stores an email with another link. Returns false and stores nothing if the address is verified, or the account is deleted. */
export const requestVerification = write(
  'accounts.requestVerification',
  function* ({ account, at }: { readonly account: number; readonly at: Micros }): Operation<boolean> {
    yield* lockAccount(account);
    const row = yield* one`
      select 1 from askwell_accounts
      where id = ${account} and closed_at is null and email <> '' and email_verified_at is null`;
    if (row) yield* insertVerification(account, at);
    return row !== undefined;
  },
);

export interface VerifiedEmail {
  readonly account: number;
  /** The email that the link was sent to, folded. */
  readonly expectedEmail: string;
  readonly at: Micros;
}

/**
 * Marks the email of an account as verified. Returns false and changes nothing if the email is already verified, or was
 * changed.
 */
export const verifyEmail = write('accounts.verifyEmail', function* (input: VerifiedEmail): Operation<boolean> {
  const { account, expectedEmail, at } = input;
  const changed = yield* one`
    update askwell_accounts set email_verified_at = ${at}
    where id = ${account} and email_folded = ${expectedEmail} and closed_at is null and email_verified_at is null
    returning 1`;
  if (!changed) return false;
  yield* deleteWaiting(account);
  return true;
});
