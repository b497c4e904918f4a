import type { Micros } from '../../base/clock.js';
import { lockAccount } from '../../db/locks.js';
import { write } from '../../db/operation.js';
import { one, run } from '../../db/sql/statement.js';
import { insertEmail } from '../email/email-queries.js';
import { selectAccountByEmail, selectAccountById } from './account-queries.js';
import { insertVerification } from './verification-queries.js';

/** Sets the name of an account. Returns false and changes nothing if it is deleted or has a host user. */
export const setName = write('accounts.name', function* (input: { account: number; name: string }) {
  const changed = yield* one`
    update askwell_accounts set name = ${input.name}
    where id = ${input.account} and closed_at is null and host_user is null returning id`;
  return changed !== undefined;
});

export interface EmailUpdate {
  readonly account: number;
  readonly email: string;
  readonly emailFolded: string;
  /** The stored password that was verified before the change. */
  readonly expectedPassword: string | null;
  readonly at: Micros;
  /** Whether to send a link to the new address that verifies it, and a notice to the former one if it was verified. */
  readonly sendsEmails: { readonly link: boolean; readonly notice: boolean };
}

/**
 * The email before the change, or the reason why it was not changed: another account has the new one, or the account
 * has changed.
 */
export type SetEmailOutcome = { previous: string | null } | { refused: 'taken' | 'changed' };

/** Sets the email of an account that has no host user. The new email is not verified. */
export const setEmail = write('accounts.email', function* (input: EmailUpdate) {
  const { account, email, emailFolded, expectedPassword, at, sendsEmails } = input;
  yield* lockAccount(account);
  const holder = yield* selectAccountByEmail(emailFolded);
  if (holder && holder.id !== account) return refuse('taken');
  const current = yield* selectAccountById(account);
  if (!current || current.host_user !== null || current.password !== expectedPassword) return refuse('changed');
  if (current.email_folded === emailFolded) {
    // Only the case of the email was changed.
    yield* run`update askwell_accounts set email = ${email} where id = ${account}`;
    return { previous: current.email };
  }
  yield* run`
    update askwell_accounts set email = ${email}, email_folded = ${emailFolded}, email_verified_at = null
    where id = ${account}`;
  if (sendsEmails.link) yield* insertVerification(account, at);
  if (sendsEmails.notice && current.email_verified_at !== null && current.email !== null)
    yield* insertEmail({ account, kind: 'email_changed', address: current.email }, at);
  return { previous: current.email };
});

function refuse(reason: 'taken' | 'changed'): SetEmailOutcome {
  return { refused: reason };
}
