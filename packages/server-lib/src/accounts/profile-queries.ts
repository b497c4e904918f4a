import { lockAccount } from '../store/locks.js';
import { write } from '../store/operation.js';
import { one, run } from '../store/sql/statement.js';
import { selectAccountByEmail, selectAccountById } from './account-queries.js';

/** Sets the name of an account. Returns false and changes nothing if it is deleted or has a host user. */
export const setName = write('accounts.name', function* (input: { account: number; name: string }) {
  const changed = yield* one`
    update askwell_accounts set name = ${input.name}
    where id = ${input.account} and closed_at is null and host_user is null returning id`;
  return changed !== undefined;
});

export interface NewEmail {
  readonly account: number;
  readonly email: string;
  readonly emailFolded: string;
  /** The stored password that was verified before the change. */
  readonly expectedPassword: string | null;
}

/** The email before the change, or why there is none: another account has the new one, or the account has changed. */
export type SetEmailOutcome = { previous: string } | { refused: 'taken' | 'changed' };

/** Sets the email of an account that has no host user. */
export const setEmail = write('accounts.email', function* (input: NewEmail) {
  const { account, email, emailFolded, expectedPassword } = input;
  yield* lockAccount(account);
  const holder = yield* selectAccountByEmail(emailFolded);
  if (holder && holder.id !== account) return refuse('taken');
  const current = yield* selectAccountById(account);
  if (!current || current.host_user !== null || current.password !== expectedPassword) return refuse('changed');
  yield* run`update askwell_accounts set email = ${email}, email_folded = ${emailFolded} where id = ${account}`;
  return { previous: current.email };
});

function refuse(reason: 'taken' | 'changed'): SetEmailOutcome {
  return { refused: reason };
}
