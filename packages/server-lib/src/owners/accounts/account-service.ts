import { AskwellError } from '../../base/errors.js';
import { invalidField } from '../../base/faults/invalid-field.js';
import type { PageRequest } from '../../db/paging.js';
import type { Store } from '../../db/store.js';
import type { HostUser } from '../../http/host-user.js';
import { fault } from '../../shared/faults/fault.js';
import type { KnownBrowsers } from '../access/known-browsers.js';
import { hashPassword, verifyPassword } from '../access/password.js';
import type { Session } from '../access/session.js';
import { createSignInGuard, type SignInGuard } from '../access/sign-in-guard.js';
import type { Removal } from '../removal/background-removal.js';
import { deleteAccount } from '../removal/removal-queries.js';
import { deleteWebhooks } from '../removal/remove-access.js';
import type { EventKind } from '../security-events/event-kinds.js';
import type { SecurityEvents } from '../security-events/security-events.js';
import { createAccountProfile, recordEmailChange } from './account-profile.js';
import {
  type AccountRow,
  type EnsuredAccount,
  ensureAccount,
  selectAccountByEmail,
  selectAccountByHostUser,
  selectAccountById,
  selectAccountsPage,
  setPassword,
} from './account-queries.js';
import { isEmailVerified } from './host-user.js';
import { requireStrongPassword } from './password-strength.js';
import { createRegistration, type RegistrationOptions } from './registration.js';
import { type Credentials, foldEmail } from './registration-schema.js';
import { createTakenEmailLimit } from './taken-emails.js';

export interface AccountServiceOptions extends RegistrationOptions {
  readonly knownBrowsers: KnownBrowsers;
  readonly removal: Removal;
}

/**
 * Registers, signs in, changes and deletes accounts of owners. The parameter `client` is always the key of the client's
 * address.
 */
export type AccountService = ReturnType<typeof createAccountService>;

export function createAccountService({ knownBrowsers, removal, ...options }: AccountServiceOptions) {
  const { store, clock, events, createThrottle, verifications } = options;
  const guard = createSignInGuard(createThrottle);
  const takenEmails = createTakenEmailLimit(options);

  /** Throws if the password of a session's owner is wrong, and limits wrong passwords per session. */
  async function requirePassword(
    session: Session,
    account: AccountRow,
    { password, field, client }: { password: string; field: string; client: string | undefined },
  ): Promise<void> {
    const sessionKey = `session ${session.id ?? `of ${account.id}`}`;
    if (await verifyPassword(password, account.password, sessionKey, guard.forSession(sessionKey))) return;
    events.record({ kind: 'confirmation_failed', account: account.id, client });
    throw invalidField(field, fault('wrong_password'));
  }

  async function accountOf(session: Session): Promise<AccountRow> {
    const account = await store.read(selectAccountById(session.account.id));
    if (!account) throw new AskwellError('not_found');
    return account;
  }

  async function remove(account: number, client?: string): Promise<void> {
    const remaining = await store.run(deleteAccount, { account, at: clock.now() });
    events.record({ kind: 'account_deleted', account, client });
    await removal.finish(remaining);
  }

  return {
    ...createRegistration(options, takenEmails),

    ...createAccountProfile({ store, events, clock, takenEmails, verifications, accountOf, requirePassword }),

    signIn: createPasswordSignIn({ store, guard, knownBrowsers, events }),

    find: (id: number) => store.read(selectAccountById(id)),

    findByExternalId: (id: string) => store.read(selectAccountByHostUser(id)),

    list: (page: PageRequest) => store.read(selectAccountsPage(page)),

    /**
     * Creates the account of a host user, or updates its name and email.
     *
     * @param linkEmail Whether an account that was registered with this email becomes the account of the user. If its
     * email was never verified, everything that gives access to the account is removed: somebody else may have
     * registered it.
     */
    async ensure({ id, name, email, emailVerified }: HostUser, linkEmail: boolean): Promise<EnsuredAccount> {
      const ensured = await store.run(ensureAccount, {
        hostUser: id,
        name,
        email: email ?? null,
        linkEmail,
        isVerified: isEmailVerified(emailVerified),
        at: clock.now(),
      });
      if ('refused' in ensured) throw emailTakenError();
      const { row, previousEmail, removedWebhooks } = ensured;
      recordEmailChange(events, row.id, previousEmail, row.email);
      if (removedWebhooks) {
        events.record({ kind: 'access_removed', account: row.id });
        await deleteWebhooks(store, removedWebhooks);
      }
      return ensured;
    },

    /** Deletes an account for the host's own code, without a password. */
    remove: (account: number): Promise<void> => remove(account),

    /** Changes the password and ends all other sessions. */
    async changePassword(session: Session, current: string, next: string, client?: string): Promise<void> {
      if (session.isOfHost)
        throw new AskwellError('forbidden', 'The app that signs you in has your password. Change it there.');
      const account = await accountOf(session);
      requireStrongPassword(next, account, 'new_password');
      await requirePassword(session, account, { password: current, field: 'current_password', client });
      const changed = await store.run(setPassword, {
        account: account.id,
        password: await hashPassword(next, `session ${session.id}`),
        expectedPassword: account.password,
        keepSession: session.id,
        removeAccess: false,
        at: clock.now(),
      });
      if (!changed) throw invalidField('current_password', fault('wrong_password'));
      events.record({ kind: 'password_changed', account: account.id, client });
    },

    /** Deletes the account of a session with everything it owns. An owner whom the host signs in needs no password. */
    async delete(session: Session, password: string, client?: string): Promise<void> {
      const account = await accountOf(session);
      if (!session.isOfHost) await requirePassword(session, account, { password, field: 'password', client });
      await remove(account.id, client);
    },

    /**
     * Sets a new password for the command line, ends every session, and deletes the API keys, webhooks and result links if
     * `removesAccess` is set.
     *
     * @returns false if no account has the email.
     */
    async resetPassword(email: string, next: string, removesAccess = false): Promise<boolean> {
      const account = await store.read(selectAccountByEmail(foldEmail(email)));
      if (!account) return false;
      requireStrongPassword(next, account, 'password');
      const password = await hashPassword(next, 'command');
      const change = { account: account.id, password, expectedPassword: null, keepSession: null };
      const changed = await store.run(setPassword, { ...change, removeAccess: removesAccess, at: clock.now() });
      if (!changed) return false;
      events.record({ kind: 'password_reset', account: account.id });
      if (changed.removedWebhooks) {
        events.record({ kind: 'keys_revoked', account: account.id });
        await deleteWebhooks(store, changed.removedWebhooks);
      }
      return true;
    },
  };
}

export function emailTakenError(): AskwellError {
  return new AskwellError('conflict', 'Another account already uses this email address.');
}

/** The client that signs in. */
export interface SignInClient {
  /** The key of its address. */
  readonly client: string;
  /** Its `Cookie` header, which contains the cookie of a known browser. */
  readonly cookies?: string | undefined;
}

/** Verifies an email and a password. Returns null for wrong ones, without revealing which of the two is wrong. */
type PasswordSignIn = (credentials: Credentials, client: SignInClient) => Promise<AccountRow | null>;

interface PasswordSignInOptions {
  readonly store: Store;
  readonly guard: SignInGuard;
  readonly knownBrowsers: KnownBrowsers;
  readonly events: SecurityEvents;
}

function createPasswordSignIn({ store, guard, knownBrowsers, events }: PasswordSignInOptions): PasswordSignIn {
  return async ({ email, password }, { client, cookies }) => {
    const record = (kind: EventKind, account?: AccountRow) => events.record({ kind, account: account?.id, client });
    await reportThrottled(guard.admitClient(client), () => record('sign_in_throttled'));
    const emailFolded = foldEmail(email);
    const account = await store.read(selectAccountByEmail(emailFolded));
    // Also without an account, so that the response time does not reveal whether there is one.
    const knownBrowser = knownBrowsers.findId(cookies, account?.id ?? 0);
    const passwordGuard = guard.forSignIn({ email: emailFolded, client, knownBrowser });
    const verified = verifyPassword(password, account?.password ?? null, client, passwordGuard);
    const isRight = await reportThrottled(verified, () => record('sign_in_throttled', account));
    record(isRight ? 'signed_in' : 'sign_in_failed', account);
    return isRight && account ? account : null;
  };
}

/** Calls `report` if an attempt is refused after too many attempts. */
async function reportThrottled<Result>(attempt: Promise<Result>, report: () => void): Promise<Result> {
  try {
    return await attempt;
  } catch (error) {
    if (error instanceof AskwellError && error.code === 'rate_limited') report();
    throw error;
  }
}
