import type { Clock } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import { invalidField } from '../../base/faults/invalid-field.js';
import type { Store } from '../../db/store.js';
import { fault } from '../../shared/faults/fault.js';
import type { Session } from '../access/session.js';
import type { SecurityEvents } from '../security-events/security-events.js';
import type { AccountRow } from './account-queries.js';
import { setEmail, setName } from './profile-queries.js';
import type { RegistrationOptions } from './registration.js';
import { foldEmail } from './registration-schema.js';
import type { TakenEmailLimit } from './taken-emails.js';

/** A change of the email of an account, confirmed with the password. */
export interface EmailChange {
  readonly email: string;
  readonly current_password: string;
}

export interface AccountProfileOptions {
  readonly store: Store;
  readonly events: SecurityEvents;
  readonly clock: Clock;
  readonly takenEmails: TakenEmailLimit;
  readonly verifications: RegistrationOptions['verifications'];
  /** Returns the account of a session. */
  readonly accountOf: (session: Session) => Promise<AccountRow>;
  /** Throws if the password of a session's owner is wrong. */
  readonly requirePassword: (
    session: Session,
    account: AccountRow,
    sent: { password: string; field: string; client: string },
  ) => Promise<void>;
}

/**
 * Changes the name and email of accounts that were registered with a password. The name and email of host users come
 * from the host app.
 */
export function createAccountProfile(options: AccountProfileOptions) {
  const { store, events, clock, takenEmails, verifications, accountOf, requirePassword } = options;

  return {
    /** @throws AskwellError with the code `forbidden` for a host user. */
    async changeName(session: Session, name: string): Promise<void> {
      const account = await accountOf(session);
      requireOwnProfile(account);
      if (!(await store.run(setName, { account: account.id, name }))) throw new AskwellError('not_found');
    },

    /**
     * Changes the email, and records the previous and the new one for the owner. The new address gets a link that
     * verifies it. The previous address gets a notice if it was verified. All sessions stay: an email does not give
     * access, and nobody can change it without the password.
     *
     * @throws AskwellError with the code `forbidden` for a host user, `rate_limited` after too many wrong passwords or
     * emails of other accounts, and `invalid`.
     */
    async changeEmail(session: Session, { email, current_password }: EmailChange, client: string): Promise<void> {
      const account = await accountOf(session);
      requireOwnProfile(account);
      await requirePassword(session, account, { password: current_password, field: 'current_password', client });
      await takenEmails.admit(email, client, account.id);
      const emailFolded = foldEmail(email);
      const expectedPassword = account.password;
      const isNew = emailFolded !== account.email_folded;
      const link = isNew && ((await verifications()?.admit(email, client)) ?? false);
      const outcome = await store.run(setEmail, {
        account: account.id,
        email,
        emailFolded,
        expectedPassword,
        at: clock.now(),
        sendsEmails: { link, notice: verifications() !== undefined },
      });
      if ('previous' in outcome) {
        verifications()?.onEmail();
        return recordEmailChange(events, account.id, outcome.previous, email, client);
      }
      throw outcome.refused === 'taken'
        ? invalidField('email', fault('email_taken'))
        : invalidField('current_password', fault('wrong_password'));
    },
  };
}

/** Records a changed email. Both addresses are stored for the owner, and never logged. */
export function recordEmailChange(
  events: SecurityEvents,
  account: number,
  previous: string | null,
  email: string | null,
  client?: string,
): void {
  if (previous === email) return;
  events.record({
    kind: 'email_changed',
    account,
    client,
    subject: { name: `${previous ?? 'none'} → ${email ?? 'none'}` },
  });
}

function requireOwnProfile({ host_user }: AccountRow): void {
  if (host_user !== null) {
    throw new AskwellError('forbidden', 'Your name and email come from the app that signs you in. Change them there.');
  }
}
