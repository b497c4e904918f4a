import type { Micros } from '../clock.js';
import { write } from '../store/operation.js';
import { type PageRequest, pageClause } from '../store/paging.js';
import { all, one, run } from '../store/statement.js';

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
  readonly password: string;
  readonly at: Micros;
  /** Only as the very first account. */
  readonly onlyFirst: boolean;
}

export type CreateAccountOutcome = { id: number } | { refused: 'taken' | 'closed' };

export const createAccount = write('accounts.create', function* (input: NewAccount) {
  if (input.onlyFirst && (yield* hasAccounts())) return refuse('closed');
  const row = yield* one<{ id: number }>`
    insert into askwell_accounts (name, email, email_folded, password, created_at)
    values (${input.name}, ${input.email}, ${input.emailFolded}, ${input.password}, ${input.at})
    on conflict do nothing returning id`;
  return row ?? refuse('taken');
});

function refuse(why: 'taken' | 'closed'): CreateAccountOutcome {
  return { refused: why };
}

/** The account of a host's user as the host describes it now. */
export interface EnsureAccountInput {
  readonly hostUser: string;
  readonly name: string;
  readonly email: string;
  readonly emailFolded: string;
  /** Whether an account without a host's user that has this email becomes theirs. */
  readonly linkEmail: boolean;
  readonly at: Micros;
}

/** The account, and whether another one has the email that the host named. */
export interface EnsuredAccount {
  readonly row: AccountRow;
  readonly emailTaken: boolean;
  /** Whether the account had another email before. */
  readonly emailChanged: boolean;
}

export const ensureAccount = write('accounts.ensure', function* (input: EnsureAccountInput) {
  const { hostUser, name, email, emailFolded, linkEmail, at } = input;
  const holder = yield* selectAccountByEmail(emailFolded);
  const known = (yield* selectAccountByHostUser(hostUser)) ?? linkable(holder, linkEmail);
  const emailTaken = holder !== undefined && known !== undefined && holder.id !== known.id;
  if (known) {
    const kept = emailTaken ? known : { email, email_folded: emailFolded };
    const row = yield* one<AccountRow>`
      update askwell_accounts
      set host_user = ${hostUser}, name = ${name}, email = ${kept.email}, email_folded = ${kept.email_folded}
      where id = ${known.id}
      returning id, name, email, email_folded, password, host_user, created_at`;
    return ensured(row, emailTaken, row?.email !== known.email);
  }
  const row = yield* one<AccountRow>`
    insert into askwell_accounts (name, email, email_folded, host_user, created_at)
    values (${name}, ${email}, ${emailFolded}, ${hostUser}, ${at})
    on conflict do nothing
    returning id, name, email, email_folded, password, host_user, created_at`;
  return ensured(row, false, false);
});

function linkable(holder: AccountRow | undefined, linkEmail: boolean): AccountRow | undefined {
  return linkEmail && holder?.host_user === null ? holder : undefined;
}

function ensured(
  row: AccountRow | undefined,
  emailTaken: boolean,
  emailChanged: boolean,
): EnsuredAccount | { refused: 'taken' } {
  return row ? { row, emailTaken, emailChanged } : { refused: 'taken' };
}

export interface NewPassword {
  readonly account: number;
  readonly password: string;
  /** The stored password that the change was allowed by; null where none was asked for. */
  readonly expectedPassword: string | null;
  readonly keepSession: number | null;
  /** Whether the account's API keys are deleted too. */
  readonly revokeKeys: boolean;
}

/**
 * A new password ends every other session, since one of them may be why it was changed. False, and nothing changed,
 * where the one that allowed it was itself changed meanwhile.
 */
export const setPassword = write('accounts.password', function* (input: NewPassword) {
  const { account, password, expectedPassword } = input;
  const changed = yield* one`
    update askwell_accounts set password = ${password}
    where id = ${account} and closed_at is null and (cast(${expectedPassword} as text) is null or password = ${expectedPassword}) returning id`;
  if (!changed) return false;
  yield* run`delete from askwell_sessions where account_id = ${account} and id <> ${input.keepSession ?? 0}`;
  if (input.revokeKeys) yield* run`delete from askwell_keys where account_id = ${account}`;
  return true;
});

export function selectAccountByEmail(emailFolded: string) {
  return one<AccountRow>`
    select id, name, email, email_folded, password, host_user, created_at from askwell_accounts where email_folded = ${emailFolded}`;
}

export function selectAccountByHostUser(hostUser: string) {
  return one<AccountRow>`
    select id, name, email, email_folded, password, host_user, created_at from askwell_accounts where host_user = ${hostUser}`;
}

export function selectAccountById(id: number) {
  return one<AccountRow>`
    select id, name, email, email_folded, password, host_user, created_at from askwell_accounts
    where id = ${id} and closed_at is null`;
}

export function selectAccountsPage(page: PageRequest) {
  return all<AccountRow>`
    select id, name, email, email_folded, password, host_user, created_at from askwell_accounts
    where closed_at is null and ${pageClause(page)}`;
}

export function* hasAccounts() {
  return (yield* one`select 1 from askwell_accounts where closed_at is null limit 1`) !== undefined;
}
