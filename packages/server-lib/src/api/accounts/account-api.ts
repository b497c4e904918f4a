import { z } from 'zod';
import { formatTimestamp } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import { ownWork } from '../../base/event-loop.js';
import { check } from '../../base/validation/check.js';
import { iterateBatches } from '../../db/paging.js';
import type { HostUser } from '../../http/host-user.js';
import { type AccountObject, accountOfObject, toAccountObject } from '../../owners/access/account-object.js';
import { Scope } from '../../owners/access/scope.js';
import type { AccountRow } from '../../owners/accounts/account-queries.js';
import { type AccountNumber, type AccountRef, isAccountNumber } from '../../owners/accounts/account-ref.js';
import { type AccountService, emailTakenError } from '../../owners/accounts/account-service.js';
import {
  emailVerifiedSchema,
  externalIdSchema,
  hostNameSchema,
  isEmailVerified,
  optionalEmail,
} from '../../owners/accounts/host-user.js';
import type { Timestamp } from '../../shared/contract/resources.js';

/** The account of an owner, for the host's own code. */
export interface HostedAccount extends AccountObject {
  /** The host's own ID of the user. Null for an account that was registered with a password. */
  readonly externalId: string | null;
  readonly name: string;
  /** Null if your app has passed none. */
  readonly email: string | null;
  /** Whether your app or the owner has verified the email. Do not recognize a person by an email that is not verified. */
  readonly emailVerified: boolean;
  readonly createdAt: Timestamp;
}

/** The host user whose account {@link AccountApi.ensure} creates or updates. */
export interface AccountDraft {
  /** The host's own ID of the user. It must never change for a person. */
  externalId: string;
  name: string;
  /** Must be unique. Without an email, the account gets no emails. */
  email?: string | null | undefined;
  /**
   * Whether your app has verified that the email is the user's: true, or the time when it did. Receipts and notices are only sent for
   * verified emails. Default: `linkEmail`.
   */
  emailVerified?: HostUser['emailVerified'];
  /**
   * Links the account that was registered with this email and a password to this user. Only set it if your app has verified
   * the email; an account is never linked if `emailVerified` is false or null. If the email of the account was not verified, somebody
   * else may have registered it: then its password, sessions, API keys, webhooks, result links and notices are deleted, and its polls,
   * quizzes, forms and answers stay. Default: false.
   */
  linkEmail?: boolean | undefined;
}

/**
 * Manages the accounts of owners from the host's own code. Failures are thrown as {@link AskwellError}, and arguments of wrong types as
 * a `TypeError`.
 */
export interface AccountApi {
  /**
   * Returns the account of a user of your app. Creates it the first time, and updates its name and email if they changed.
   *
   * @throws AskwellError with the code `conflict` if another account has the email.
   * @example
   * const account = await askwell.accounts.ensure({ externalId: user.id, name: user.name, email: user.email });
   * const poll = await askwell.polls.create(account, { title: 'Lunch?', options: ['Soup', 'Salad'] });
   */
  ensure(draft: AccountDraft): Promise<HostedAccount>;
  /**
   * Returns an account. `{ id }` is Askwell's number of the account.
   *
   * @throws AskwellError with the code `not_found` if there is no such account.
   */
  get(account: AccountRef | AccountNumber): Promise<HostedAccount>;
  /** Lists all accounts, newest first. Reads them in pages during the iteration. */
  list(): AsyncGenerator<HostedAccount, void>;
  /**
   * Deletes an account with everything it owns: polls, quizzes, forms, answers, sites and API keys.
   *
   * @throws AskwellError with the code `not_found` if there is no such account.
   */
  delete(account: AccountRef): Promise<void>;
}

const draftSchema = z.strictObject({
  externalId: externalIdSchema,
  name: hostNameSchema,
  email: optionalEmail,
  emailVerified: emailVerifiedSchema,
  linkEmail: z.boolean().optional(),
}) satisfies z.ZodType<AccountDraft>;

export function createAccountApi(accounts: AccountService): AccountApi {
  const scopeOf = requireScope(createScopeFinder(accounts));

  async function find(account: number): Promise<AccountRow> {
    return (await accounts.find(account)) ?? throwAccountNotFound();
  }

  return {
    async ensure(draft) {
      const { externalId: id, name, email: address, linkEmail = false, ...more } = check(draftSchema, draft);
      const { emailVerified = linkEmail } = more;
      const links = linkEmail && isEmailVerified(emailVerified);
      const ensured = await accounts.ensure({ id, name, email: address, emailVerified }, links);
      if (ensured.emailTaken) throw emailTakenError();
      return toHostedAccount(ensured.row);
    },

    async get(ref) {
      return toHostedAccount(await find(isAccountNumber(ref) ? ref.id : (await scopeOf(ref)).account));
    },

    async *list() {
      for await (const rows of iterateBatches(accounts.list, { after: null, order: 'desc' }, ownWork))
        yield* rows.map(toHostedAccount);
    },

    async delete(ref) {
      await accounts.remove((await find((await scopeOf(ref)).account)).id);
    },
  };
}

/**
 * Returns the scope of an account. The host's own code is trusted, so no key or session is needed. Undefined for a user of the host
 * without an account.
 */
export type FindScope = (account: AccountRef) => Promise<Scope | undefined>;

export function createScopeFinder(accounts: AccountService): FindScope {
  return async (ref) => {
    const account = typeof ref === 'string' ? (await accounts.findByExternalId(ref))?.id : accountOfObject(ref);
    return account === undefined ? undefined : Scope.grant(account, null);
  };
}

/** Returns a function that throws `not_found` where the given function returns undefined. */
export function requireScope(findScope: FindScope): (account: AccountRef) => Promise<Scope> {
  return async (ref) => (await findScope(ref)) ?? throwAccountNotFound();
}

function throwAccountNotFound(): never {
  throw new AskwellError('not_found', 'Account not found.');
}

function toHostedAccount(row: AccountRow): HostedAccount {
  const { id, host_user, name, email: address, email_verified_at, created_at } = row;
  const emailVerified = email_verified_at !== null;
  const createdAt = formatTimestamp(created_at);
  return toAccountObject({ id, externalId: host_user, name, email: address, emailVerified, createdAt });
}
