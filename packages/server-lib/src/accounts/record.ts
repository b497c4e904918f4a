import type { Micros } from '../clock.js';
import { write } from '../store/operation.js';
import { one, run } from '../store/statement.js';

export interface AccountRow {
  id: number;
  name: string;
  email: string;
  email_folded: string;
  password: string | null;
  host_user: string | null;
  created_at: Micros;
}

export interface NewAccount {
  readonly name: string;
  readonly email: string;
  readonly emailFolded: string;
  /** Null for an account whose owner signs in with the host. */
  readonly password: string | null;
  readonly hostUser: string | null;
  readonly at: Micros;
  /** Only as the very first account. */
  readonly onlyFirst: boolean;
}

export type AccountCreated = { id: number } | { refused: 'taken' | 'closed' };

export const createAccount = write('accounts.create', function* (input: NewAccount) {
  if (input.onlyFirst && (yield* one`select 1 from askwell_accounts limit 1`)) return refuse('closed');
  const row = yield* one<{ id: number }>`
    insert into askwell_accounts (name, email, email_folded, password, host_user, created_at)
    values (${input.name}, ${input.email}, ${input.emailFolded}, ${input.password}, ${input.hostUser}, ${input.at})
    on conflict do nothing returning id`;
  return row ?? refuse('taken');
});

function refuse(why: 'taken' | 'closed'): AccountCreated {
  return { refused: why };
}

export interface NewPassword {
  readonly account: number;
  readonly password: string;
  /** The stored password that the change was allowed by; null where none was asked for. */
  readonly proof: string | null;
  readonly keepSession: number | null;
}

/**
 * A new password ends every other session, since one of them may be why it was changed. False, and nothing changed,
 * where the one that allowed it was itself changed meanwhile.
 */
export const setPassword = write('accounts.password', function* (input: NewPassword) {
  const { account, password, proof } = input;
  const changed = yield* one`
    update askwell_accounts set password = ${password}
    where id = ${account} and (cast(${proof} as text) is null or password = ${proof}) returning id`;
  if (!changed) return false;
  yield* run`delete from askwell_sessions where account_id = ${account} and id <> ${input.keepSession ?? 0}`;
  return true;
});

/** Everything of the account's goes with it, by the schema's cascades. */
export const deleteAccount = write('accounts.delete', function* (input: { account: number }) {
  yield* run`delete from askwell_accounts where id = ${input.account}`;
});

export function accountByEmail(emailFolded: string) {
  return one<AccountRow>`
    select id, name, email, email_folded, password, host_user, created_at from askwell_accounts where email_folded = ${emailFolded}`;
}

export function accountByHostUser(hostUser: string) {
  return one<AccountRow>`
    select id, name, email, email_folded, password, host_user, created_at from askwell_accounts where host_user = ${hostUser}`;
}

export function accountById(id: number) {
  return one<AccountRow>`
    select id, name, email, email_folded, password, host_user, created_at from askwell_accounts where id = ${id}`;
}

export function* anyAccount() {
  return (yield* one`select 1 from askwell_accounts limit 1`) !== undefined;
}
