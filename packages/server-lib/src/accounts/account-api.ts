import { z } from 'zod';
import { Scope } from '../access/scope.js';
import { formatTimestamp } from '../clock.js';
import { AskwellError } from '../errors.js';
import type { Timestamp } from '../http/response-types.js';
import { iterateBatches } from '../store/paging.js';
import { check } from '../validation/check.js';
import { describeValue, OptionError } from '../validation/option-error.js';
import type { AccountRow } from './account-queries.js';
import { type AccountService, emailTakenError } from './account-service.js';
import { externalIdSchema, hostNameSchema } from './host-user.js';
import { email } from './registration-schema.js';

/** An owner's account, as the host's own code sees it. */
export interface HostedAccount {
  readonly id: number;
  /** The host's own ID of the user; null for an account that was registered with a password. */
  readonly externalId: string | null;
  readonly name: string;
  readonly email: string;
  readonly createdAt: Timestamp;
}

/** Names an account in process: the account itself, its ID (a number), or the host's own user ID (a string). */
export type AccountRef = number | string | { readonly id: number };

/** The user of the host whose account {@link AccountApi.ensure} creates or updates. */
export interface AccountDraft {
  /** The host's own ID of the user. It never changes for one person. */
  externalId: string;
  name: string;
  email: string;
  /**
   * Whether an account that was registered with this email and a password becomes this user's. Only set it when your app
   * has verified the email. Default: false.
   */
  linkEmail?: boolean | undefined;
}

/** The accounts of owners, for the host's own code. Refusals are thrown as {@link AskwellError}. */
export interface AccountApi {
  /**
   * Returns the account of a user of yours. Creates it the first time, and updates its name and email when they changed.
   *
   * @throws AskwellError with the code `conflict` when another account has the email.
   * @example
   * const account = await askwell.accounts.ensure({ externalId: user.id, name: user.name, email: user.email });
   * const poll = await askwell.polls.create(account, { title: 'Lunch?', options: ['Soup', 'Salad'] });
   */
  ensure(draft: AccountDraft): Promise<HostedAccount>;
  get(account: AccountRef): Promise<HostedAccount>;
  /** All accounts, newest first, read as they are iterated. */
  list(): AsyncGenerator<HostedAccount, void>;
  /** Deletes an account with everything it owns: polls, quizzes, forms, answers, sites and API keys. */
  delete(account: AccountRef): Promise<void>;
}

const draftSchema = z.strictObject({
  externalId: externalIdSchema,
  name: hostNameSchema,
  email,
  linkEmail: z.boolean().optional(),
}) satisfies z.ZodType<AccountDraft>;

export function createAccountApi(accounts: AccountService): AccountApi {
  const scopeOf = createScopeResolver(accounts);

  async function find(ref: AccountRef): Promise<AccountRow> {
    const { account } = await scopeOf(ref);
    return (await accounts.find(account)) ?? throwAccountNotFound();
  }

  return {
    async ensure(draft) {
      const { externalId: id, name, email: address, linkEmail = false } = check(draftSchema, draft);
      const ensured = await accounts.ensure({ id, name, email: address }, linkEmail);
      if (ensured.emailTaken) throw emailTakenError();
      return toHostedAccount(ensured.row);
    },

    get: async (ref) => toHostedAccount(await find(ref)),

    async *list() {
      for await (const rows of iterateBatches(accounts.list, { after: null, order: 'desc' }))
        yield* rows.map(toHostedAccount);
    },

    async delete(ref) {
      await accounts.remove((await find(ref)).id);
    },
  };
}

/** Returns a function that resolves the scope of an account. Code in the host's process can access all accounts. */
export type ResolveScope = (account: AccountRef) => Promise<Scope>;

export function createScopeResolver(accounts: AccountService): ResolveScope {
  return async (ref) => {
    if (typeof ref === 'string' && ref !== '') {
      return Scope.grant((await accounts.findByExternalId(ref))?.id ?? throwAccountNotFound(), null);
    }
    const id: unknown = typeof ref === 'object' && ref !== null ? ref.id : ref;
    if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return Scope.grant(id, null);
    throw new OptionError(
      `account: expected an account, its ID (a number) or your own user ID (a string), got ${describeValue(ref)}.`,
    );
  };
}

function throwAccountNotFound(): never {
  throw new AskwellError('not_found', 'Account not found.');
}

function toHostedAccount({ id, host_user, name, email: address, created_at }: AccountRow): HostedAccount {
  return { id, externalId: host_user, name, email: address, createdAt: formatTimestamp(created_at) };
}
