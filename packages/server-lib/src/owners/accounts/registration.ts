import type { Clock } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import { invalidField } from '../../base/faults/invalid-field.js';
import type { Store } from '../../db/store.js';
import { fault } from '../../shared/faults/fault.js';
import type { CreateThrottle } from '../access/failure-throttle.js';
import { hashPassword } from '../access/password.js';
import { createSerialTasks } from '../access/serial-tasks.js';
import type { SecurityEvents } from '../security-events/security-events.js';
import { createAccount, hasAccounts } from './account-queries.js';
import type { EmailVerifications } from './email-verification.js';
import { registrationsPerClient } from './limits.js';
import { requireStrongPassword } from './password-strength.js';
import { foldEmail, type Registration } from './registration-schema.js';
import type { TakenEmailLimit } from './taken-emails.js';

/** Who can register with an email and a password: anyone, only the first visitor, or nobody. */
export type RegistrationMode = 'open' | 'first' | 'closed';

export interface RegistrationOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly registration: RegistrationMode;
  readonly events: SecurityEvents;
  readonly createThrottle: CreateThrottle;
  /** Returns the service that verifies emails; undefined if no emails are sent. */
  readonly verifications: () => Pick<EmailVerifications, 'admit' | 'onEmail'> | undefined;
}

/** Registers owners with an email and a password. */
export function createRegistration(
  { store, clock, registration, events, createThrottle, verifications }: RegistrationOptions,
  takenEmails: TakenEmailLimit,
) {
  const runSerially = createSerialTasks();
  const registrationsByClient = createThrottle('registrations by client', registrationsPerClient);

  async function isOpen(): Promise<boolean> {
    return registration === 'open' || (registration === 'first' && !(await store.read(hasAccounts())));
  }

  async function insertAccount(
    account: { name: string; email: string; password: string },
    sendLink: boolean,
  ): Promise<number> {
    const outcome = await store.run(createAccount, {
      ...account,
      emailFolded: foldEmail(account.email),
      at: clock.now(),
      onlyFirst: registration === 'first',
      sendLink,
    });
    if ('id' in outcome) return outcome.id;
    throw outcome.refused === 'closed' ? registrationClosedError() : invalidField('email', fault('email_taken'));
  }

  /** Limits registrations, and how many registered emails a client can find out by them. */
  async function admit(email: string, client: string): Promise<void> {
    // Counted unless the email is refused.
    await registrationsByClient.attempt(client, async () => {
      await takenEmails.admit(email, client);
      return false;
    });
  }

  return {
    /** Returns whether anyone can register now. */
    isOpen,

    /**
     * Registers an owner, sends a link to verify the email, and returns the ID of the account.
     *
     * @param client The key of the client's address.
     */
    async register(draft: Registration, client: string): Promise<number> {
      if (!(await isOpen())) throw registrationClosedError();
      requireStrongPassword(draft.password, draft, 'password');
      // One after the other, so that concurrent requests of a client cannot exceed its limits.
      await runSerially(client, () => admit(draft.email, client));
      const password = await hashPassword(draft.password, client);
      const sendLink = (await verifications()?.admit(draft.email, client)) ?? false;
      const id = await insertAccount({ name: draft.name, email: draft.email, password }, sendLink);
      if (sendLink) verifications()?.onEmail();
      events.record({ kind: 'registered', account: id, client });
      return id;
    },
  };
}

function registrationClosedError(): AskwellError {
  return new AskwellError('forbidden', 'Registration is closed. Ask the operator of this service for an account.');
}
