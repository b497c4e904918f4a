import type { Micros } from '../../base/clock.js';
import { lockAccount, lockName } from '../../db/locks.js';
import { type Operation, write } from '../../db/operation.js';
import { type PageRequest, pageClause } from '../../db/paging.js';
import { all, one, run, sql } from '../../db/sql/statement.js';
import { removeAccess } from '../removal/remove-access.js';
import { foldEmail } from './registration-schema.js';
import { insertVerification } from './verification-queries.js';

export interface AccountRow {
  id: number;
  name: string;
  /** Null if the user of the host app has no email. */
  email: string | null;
  email_folded: string;
  password: string | null;
  host_user: string | null;
  created_at: Micros;
  /** When the owner has verified the email. Null if the email is not verified. */
  email_verified_at: Micros | null;
}

/** The columns of an {@link AccountRow}. An account without an email has an empty text. */
const accountColumns = sql`id, name, nullif(email, '') as email, email_folded, password, host_user, created_at, email_verified_at`;

export interface NewAccount {
  readonly name: string;
  readonly email: string;
  readonly emailFolded: string;
  readonly password: string;
  readonly at: Micros;
  /** Creates the account only if there is no other account. */
  readonly onlyFirst: boolean;
  /** Whether to send an email with a link to verify the address. */
  readonly sendLink: boolean;
}

/** The ID of the new account, or the reason why it was not created: the email is taken, or registration is closed. */
export type CreateAccountOutcome = { id: number } | { refused: 'taken' | 'closed' };

export const createAccount = write('accounts.create', function* (input: NewAccount) {
  if (input.onlyFirst) {
    yield* lockName('askwell.first_account');
    if (yield* hasAccounts()) return refuse('closed');
  }
  const row = yield* one<{ id: number }>`
    insert into askwell_accounts (name, email, email_folded, password, created_at)
    values (${input.name}, ${input.email}, ${input.emailFolded}, ${input.password}, ${input.at})
    on conflict do nothing returning id`;
  if (row && input.sendLink) yield* insertVerification(row.id, input.at);
  return row ?? refuse('taken');
});

function refuse(reason: 'taken' | 'closed'): CreateAccountOutcome {
  return { refused: reason };
}

/** The current data of a host user. */
export interface EnsureAccountInput {
  readonly hostUser: string;
  readonly name: string;
  /** Null if the user has no email. */
  readonly email: string | null;
  /** Whether an account with this email that has no host user is linked to this one. */
  readonly linkEmail: boolean;
  /** Whether the host has verified the email. */
  readonly isVerified: boolean;
  readonly at: Micros;
}

/** The account of a host user, after it was created or updated. */
export interface EnsuredAccount {
  readonly row: AccountRow;
  /** Whether another account has the email, so that it was not updated. */
  readonly emailTaken: boolean;
  /** The email before the update; null if there was no email. */
  readonly previousEmail: string | null;
  /** Set if the account was linked, and had been registered with an email that was not verified: the webhooks to delete. */
  readonly removedWebhooks: readonly number[] | null;
}

export const ensureAccount = write('accounts.ensure', function* (input: EnsureAccountInput) {
  const { hostUser, name, email, linkEmail, at } = input;
  const emailFolded = email === null ? noEmailOf(hostUser) : foldEmail(email);
  const isVerified = input.isVerified && email !== null;
  for (const taken of [`askwell.email:${emailFolded}`, `askwell.host_user:${hostUser}`]) yield* lockName(taken);
  const holder = yield* selectAccountByEmail(emailFolded);
  const found = (yield* selectAccountByHostUser(hostUser)) ?? linkable(holder, linkEmail);
  if (found) yield* lockAccount(found.id);
  // It may have been closed while this waited for the lock.
  const known = found && (yield* selectAccountById(found.id));
  const emailTaken = holder !== undefined && known !== undefined && holder.id !== known.id;
  if (known) {
    const newEmail = emailTaken ? known : { email, email_folded: emailFolded };
    const storedEmail = newEmail.email ?? '';
    const keptProof = newEmail.email_folded === known.email_folded ? known.email_verified_at : null;
    const verifiedAt = keptProof ?? (isVerified && !emailTaken ? at : null);
    const removedWebhooks = known.host_user === null ? yield* removeForeignAccess(known, at) : null;
    const row = yield* one<AccountRow>`
      update askwell_accounts
      set host_user = ${hostUser}, name = ${name}, email = ${storedEmail}, email_folded = ${newEmail.email_folded},
        email_verified_at = ${verifiedAt}
      where id = ${known.id}
      returning ${accountColumns}`;
    return ensured(row, { emailTaken, previousEmail: known.email, removedWebhooks });
  }
  const row = yield* one<AccountRow>`
    insert into askwell_accounts (name, email, email_folded, host_user, created_at, email_verified_at)
    values (${name}, ${email ?? ''}, ${emailFolded}, ${hostUser}, ${at}, ${isVerified ? at : null})
    on conflict do nothing
    returning ${accountColumns}`;
  return ensured(row, { emailTaken: false, previousEmail: email, removedWebhooks: null });
});

/**
 * Returns the text that is stored instead of a folded email for a user without an email. Like an email, it is unique.
 * No email has a colon before the `@`.
 */
function noEmailOf(hostUser: string): string {
  return `user:${hostUser}`;
}

function linkable(holder: AccountRow | undefined, linkEmail: boolean): AccountRow | undefined {
  return linkEmail && holder?.host_user === null ? holder : undefined;
}

/**
 * Removes the access to an account whose email nobody has verified, because its owner is about to be recognized by that email:
 * somebody else may have registered it. Returns the webhooks to delete; null if the email is verified, and nothing is removed.
 */
function* removeForeignAccess(account: AccountRow, at: Micros): Operation<number[] | null> {
  if (account.email_verified_at !== null) return null;
  yield* run`update askwell_accounts set password = null where id = ${account.id}`;
  return yield* removeAccess(account.id, at);
}

function ensured(
  row: AccountRow | undefined,
  rest: Omit<EnsuredAccount, 'row'>,
): EnsuredAccount | { refused: 'taken' } {
  return row ? { row, ...rest } : { refused: 'taken' };
}

export interface NewPassword {
  readonly account: number;
  readonly password: string;
  /** The stored password that was verified before the change; null if no password was required. */
  readonly expectedPassword: string | null;
  readonly keepSession: number | null;
  /** Whether to delete the API keys, webhooks and result links of the account too. */
  readonly removeAccess: boolean;
  readonly at: Micros;
}

/** The changes that a new password has made. */
export interface ChangedPassword {
  /** The webhooks to delete; null if access was not removed. */
  readonly removedWebhooks: readonly number[] | null;
}

/**
 * Sets the password, and ends every other session, since an attacker may have opened one. Returns undefined and changes nothing
 * if the verified password was changed in the meantime.
 */
export const setPassword = write('accounts.password', function* (input: NewPassword): Operation<
  ChangedPassword | undefined
> {
  const { account, password, expectedPassword, at } = input;
  yield* lockAccount(account);
  const changed = yield* one`
    update askwell_accounts set password = ${password}
    where id = ${account} and closed_at is null and (cast(${expectedPassword} as text) is null or password = ${expectedPassword}) returning id`;
  if (!changed) return undefined;
  yield* run`delete from askwell_sessions where account_id = ${account} and id <> ${input.keepSession ?? 0}`;
  return { removedWebhooks: input.removeAccess ? yield* removeAccess(account, at) : null };
});

export function selectAccountByEmail(emailFolded: string) {
  return one<AccountRow>`
    select ${accountColumns} from askwell_accounts where email_folded = ${emailFolded} and email <> ''`;
}

export function selectAccountByHostUser(hostUser: string) {
  return one<AccountRow>`
    select ${accountColumns} from askwell_accounts where host_user = ${hostUser}`;
}

export function selectAccountById(id: number) {
  return one<AccountRow>`
    select ${accountColumns} from askwell_accounts
    where id = ${id} and closed_at is null`;
}

export function selectAccountsPage(page: PageRequest) {
  return all<AccountRow>`
    select ${accountColumns} from askwell_accounts
    where closed_at is null and ${pageClause(page)}`;
}

export function* hasAccounts() {
  return (yield* one`select 1 from askwell_accounts where closed_at is null limit 1`) !== undefined;
}
