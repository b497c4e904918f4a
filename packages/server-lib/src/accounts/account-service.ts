import type { Session } from '../access/session.js';
import { createFailureThrottle } from '../access/sign-in/failure-throttle.js';
import type { KnownBrowsers } from '../access/sign-in/known-browsers.js';
import { hashPassword, verifyPassword } from '../access/sign-in/password.js';
import { createSerialTasks } from '../access/sign-in/serial-tasks.js';
import { createSignInGuard } from '../access/sign-in/sign-in-guard.js';
import type { Clock } from '../clock.js';
import { AskwellError } from '../errors.js';
import { fault } from '../faults/fault.js';
import { invalidField } from '../faults/invalid-field.js';
import type { HostUser } from '../http/host-user.js';
import type { Removal } from '../removal/background-removal.js';
import { deleteAccount } from '../removal/removal-queries.js';
import type { EventKind } from '../security-events/event-kinds.js';
import type { SecurityEvents } from '../security-events/security-events.js';
import type { PageRequest } from '../store/paging.js';
import type { Store } from '../store/store.js';
import {
  type AccountRow,
  createAccount,
  type EnsuredAccount,
  ensureAccount,
  hasAccounts,
  selectAccountByEmail,
  selectAccountByHostUser,
  selectAccountById,
  selectAccountsPage,
  setPassword,
} from './account-queries.js';
import { findPasswordWeakness, type PasswordOwner } from './password-strength.js';
import { type Credentials, foldEmail, type Registration } from './registration-schema.js';

/** Who may register with an email and a password: anyone, only the first visitor, or nobody. */
export type RegistrationMode = 'open' | 'first' | 'closed';

/** The client that signs in. */
export interface SignInClient {
  /** Its address as it is counted. */
  readonly client: string;
  /** Its cookie header: browsers that have signed in before are known by one. */
  readonly cookies?: string | undefined;
}

export interface AccountServiceOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly registration: RegistrationMode;
  readonly knownBrowsers: KnownBrowsers;
  readonly events: SecurityEvents;
  readonly removal: Removal;
}

/** Owners' accounts: how they come, sign in, change and go. Addresses of clients arrive as counting keys. */
export type AccountService = ReturnType<typeof createAccountService>;

export function createAccountService({
  store,
  clock,
  registration,
  knownBrowsers,
  events,
  removal,
}: AccountServiceOptions) {
  const guard = createSignInGuard(clock);
  const runSerially = createSerialTasks();
  const registered = createFailureThrottle({ limit: 100, seconds: 3600 }, clock);
  const probed = createFailureThrottle({ limit: 10, seconds: 15 * 60 }, clock);

  async function isOpen(): Promise<boolean> {
    return registration === 'open' || (registration === 'first' && !(await store.read(hasAccounts())));
  }

  async function add(account: { name: string; email: string; password: string }): Promise<number> {
    const onlyFirst = registration === 'first';
    const made = await store.run(createAccount, {
      ...account,
      emailFolded: foldEmail(account.email),
      at: clock.now(),
      onlyFirst,
    });
    if ('id' in made) return made.id;
    throw made.refused === 'closed' ? registrationClosedError() : invalidField('email', fault('email_taken'));
  }

  /** Refuses a wrong password, at the pace the session's throttle allows. */
  async function requirePassword(
    session: Session,
    account: AccountRow,
    { password, field, client }: { password: string; field: string; client: string | undefined },
  ): Promise<void> {
    const asker = `session ${session.id ?? `of ${account.id}`}`;
    const right = await verifyPassword(password, account.password, asker, guard.forSession(asker));
    if (right) return;
    events.record({ kind: 'confirmation_failed', account: account.id, client });
    throw invalidField(field, fault('wrong_password'));
  }

  async function accountOf(session: Session): Promise<AccountRow> {
    const account = await store.read(selectAccountById(session.account.id));
    if (!account) throw new AskwellError('not_found');
    return account;
  }

  /** In turns for each client: requests sent at once learn about no more addresses than those sent one after the other. */
  async function admitRegistration(email: string, client: string): Promise<void> {
    await registered.admit(client);
    await probed.admit(client);
    await registered.count(client);
    if (await store.read(selectAccountByEmail(foldEmail(email)))) await probed.count(client);
  }

  async function remove(account: number, client?: string): Promise<void> {
    const left = await store.run(deleteAccount, { account, at: clock.now() });
    events.record({ kind: 'account_deleted', account, client });
    await removal.finish(left);
  }

  return {
    isOpen,

    /** Registers an owner and returns the account's id. */
    async register(draft: Registration, client: string): Promise<number> {
      if (!(await isOpen())) throw registrationClosedError();
      checkStrength(draft.password, draft, 'password');
      await runSerially(client, () => admitRegistration(draft.email, client));
      const password = await hashPassword(draft.password, client);
      const id = await add({ name: draft.name, email: draft.email, password });
      events.record({ kind: 'registered', account: id, client });
      return id;
    },

    find: (id: number) => store.read(selectAccountById(id)),

    findByExternalId: (id: string) => store.read(selectAccountByHostUser(id)),

    list: (page: PageRequest) => store.read(selectAccountsPage(page)),

    /** Creates the account of a host's user, or brings its name and email up to date. */
    async ensure({ id, name, email }: HostUser, linkEmail: boolean): Promise<EnsuredAccount> {
      const emailFolded = foldEmail(email);
      const ensured = await store.run(ensureAccount, {
        hostUser: id,
        name,
        email,
        emailFolded,
        linkEmail,
        at: clock.now(),
      });
      if ('refused' in ensured) throw emailTakenError();
      if (ensured.emailChanged) events.record({ kind: 'email_changed', account: ensured.row.id });
      return ensured;
    },

    /** Deletes an account without asking for a password: for the host's own code. */
    remove: (account: number): Promise<void> => remove(account),

    /** Returns the account with an email and a password, or null. Does not reveal which of the two is wrong. */
    async signIn({ email, password }: Credentials, { client, cookies }: SignInClient): Promise<AccountRow | null> {
      const note = (kind: EventKind, account?: AccountRow) => events.record({ kind, account: account?.id, client });
      await reportThrottled(guard.admitClient(client), () => note('sign_in_throttled'));
      const emailFolded = foldEmail(email);
      const account = await store.read(selectAccountByEmail(emailFolded));
      // Also if there is no account, so that the response takes as long.
      const knownBrowser = knownBrowsers.findId(cookies, account?.id ?? 0);
      const attempt = guard.forSignIn({ email: emailFolded, client, knownBrowser });
      const verified = verifyPassword(password, account?.password ?? null, client, attempt);
      const right = await reportThrottled(verified, () => note('sign_in_throttled', account));
      note(right ? 'signed_in' : 'sign_in_failed', account);
      return right && account ? account : null;
    },

    /** Changes the password and ends all other sessions. */
    async changePassword(session: Session, current: string, next: string, client?: string): Promise<void> {
      const account = await accountOf(session);
      checkStrength(next, account, 'new_password');
      await requirePassword(session, account, { password: current, field: 'current_password', client });
      const changed = await store.run(setPassword, {
        account: account.id,
        password: await hashPassword(next, `session ${session.id}`),
        expectedPassword: account.password,
        keepSession: session.id,
        revokeKeys: false,
      });
      events.record({ kind: 'password_changed', account: account.id, client });
      if (!changed) throw invalidField('current_password', fault('wrong_password'));
    },

    /** Deletes the account with all that is its own. Who signs in with the host has no password to give. */
    async delete(session: Session, password: string, client?: string): Promise<void> {
      const account = await accountOf(session);
      if (account.password !== null) await requirePassword(session, account, { password, field: 'password', client });
      await remove(account.id, client);
    },

    /**
     * For the command line: sets a new password for an email, ends every session, and deletes the API keys if asked to.
     * Returns false when no account has the email.
     */
    async resetPassword(email: string, next: string, revokeKeys = false): Promise<boolean> {
      const account = await store.read(selectAccountByEmail(foldEmail(email)));
      if (!account) return false;
      checkStrength(next, account, 'password');
      const password = await hashPassword(next, 'command');
      const change = { account: account.id, password, expectedPassword: null, keepSession: null, revokeKeys };
      const changed = await store.run(setPassword, change);
      if (changed) events.record({ kind: 'password_reset', account: account.id });
      if (changed && revokeKeys) events.record({ kind: 'keys_revoked', account: account.id });
      return changed;
    },
  };
}

export function emailTakenError(): AskwellError {
  return new AskwellError('conflict', 'Another account already uses this email address.');
}

function checkStrength(password: string, owner: PasswordOwner, field: string): void {
  const weakness = findPasswordWeakness(password, owner);
  if (weakness !== undefined) throw invalidField(field, weakness);
}

function registrationClosedError(): AskwellError {
  return new AskwellError('forbidden', 'Registration is closed. Ask the operator of this service for an account.');
}

/** Reports an attempt that is refused for their number. */
async function reportThrottled<Result>(attempt: Promise<Result>, report: () => void): Promise<Result> {
  try {
    return await attempt;
  } catch (error) {
    if (error instanceof AskwellError && error.code === 'rate_limited') report();
    throw error;
  }
}
