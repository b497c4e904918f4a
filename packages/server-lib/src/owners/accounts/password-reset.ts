import { randomBytes } from 'node:crypto';
import type { Clock } from '../../base/clock.js';
import { sha256 } from '../../base/crypto/hash.js';
import { toHex } from '../../base/crypto/hex.js';
import { shortHmac } from '../../base/crypto/hmac.js';
import type { Secret } from '../../base/crypto/secret.js';
import { AskwellError } from '../../base/errors.js';
import { describeError, type Logger } from '../../base/logger.js';
import type { Store } from '../../db/store.js';
import type { CreateThrottle } from '../access/failure-throttle.js';
import { hashPassword } from '../access/password.js';
import { Scope } from '../access/scope.js';
import type { EmailRenderer, RenderedEmail } from '../email/deliver-emails.js';
import { renderHtml, renderText } from '../email/email-layout.js';
import { foldMailbox } from '../email/fold-mailbox.js';
import { deleteWebhooks } from '../removal/remove-access.js';
import type { EventKind } from '../security-events/event-kinds.js';
import type { SecurityEvents } from '../security-events/security-events.js';
import { type AccountRow, selectAccountByEmail } from './account-queries.js';
import { resetsPerAddress, resetsPerClient } from './limits.js';
import { createPasswordReset, type ResetRow, selectReset, usePasswordReset } from './password-reset-queries.js';
import { requireStrongPassword } from './password-strength.js';
import { foldEmail } from './registration-schema.js';

export interface PasswordResetOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
  readonly logger: Logger;
  readonly createThrottle: CreateThrottle;
  readonly events: SecurityEvents;
  /** The public URL of the service, with its base path. */
  readonly serverUrl: string;
  /** Called when an email was stored. */
  onEmail(): void;
}

/** The account of a link to reset a password. */
export interface ResetAccount {
  readonly email: string;
  /** The right to see the sessions, keys and links that give access to the account. */
  readonly scope: Scope;
  /** Whether the email was verified before. */
  readonly isVerified: boolean;
}

const tokenPattern = /^[0-9a-f]{32}$/;

/** Resets passwords by email. The parameter `client` is always the key of the client's address. */
export function createPasswordResets(options: PasswordResetOptions) {
  const { store, clock, secret, logger, createThrottle, events, serverUrl, onEmail } = options;
  const byClient = createThrottle('password resets by client', resetsPerClient);
  const byEmail = createThrottle('password resets by account', resetsPerAddress);
  const running = new Set<Promise<void>>();

  /** A changed password or email makes a token invalid. */
  function tokenOf(
    nonce: Uint8Array,
    { email_folded, password }: Pick<AccountRow, 'email_folded' | 'password'>,
  ): string {
    return shortHmac(secret.key, `askwell password reset\0${toHex(nonce)}\0${email_folded}\0${password}`);
  }

  async function createReset(emailFolded: string, client: string): Promise<void> {
    const account = await store.read(selectAccountByEmail(emailFolded));
    if (!account || account.password === null) return;
    const nonce = randomBytes(16);
    const tokenHash = sha256(tokenOf(nonce, account));
    if (!(await store.run(createPasswordReset, { account: account.id, tokenHash, nonce, at: clock.now() }))) return;
    events.record({ kind: 'password_reset_requested', account: account.id, client });
    onEmail();
  }

  /** Finds the link of a token that works. */
  async function find(token: string): Promise<ResetRow | undefined> {
    const row = tokenPattern.test(token) ? await store.read(selectReset(sha256(token))) : undefined;
    return row && row.expires_at > clock.now() && tokenOf(row.nonce, row) === token ? row : undefined;
  }

  const render: EmailRenderer = async ({ reset }) => {
    const row = reset ? await store.read(selectReset(reset)) : undefined;
    if (!row || row.expires_at <= clock.now()) return 'drop';
    const token = tokenOf(row.nonce, row);
    if (!reset || !sha256(token).equals(reset)) return 'drop';
    return resetEmail({ to: row.email, link: `${serverUrl}/reset-password?token=${token}` });
  };

  return {
    render,

    /**
     * Sends a link to an address if an account uses it.
     *
     * @throws AskwellError with the code `rate_limited` after too many requests, whether there is an account or not.
     */
    async request(email: string, client: string): Promise<void> {
      const emailFolded = foldEmail(email);
      await byClient.count(client);
      await byEmail.count(foldMailbox(emailFolded));
      // The reply does not wait, so that its time does not reveal whether there is an account.
      const task = createReset(emailFolded, client)
        .catch((error: unknown) => logger.warn(describeError(error), 'Cannot store a password reset.'))
        .finally(() => running.delete(task));
      running.add(task);
    },

    /** Returns the account that a token is for; undefined if the token does not work. */
    async findAccount(token: string): Promise<ResetAccount | undefined> {
      const row = await find(token);
      if (!row) return undefined;
      const { account_id, email, email_verified_at } = row;
      return { email, scope: Scope.grant(account_id, null), isVerified: email_verified_at !== null };
    },

    /**
     * Sets a new password, ends all sessions, and verifies the email. Also removes the API keys, webhooks and links of
     * the account if the owner selects that, or if the email was not verified before: somebody else may have registered
     * it.
     *
     * @throws AskwellError with the code `gone` if the token does not work.
     */
    async use(token: string, next: string, client: string, removesAccess = false): Promise<void> {
      const row = await find(token);
      if (!row) throw expiredError();
      requireStrongPassword(next, row, 'password');
      const outcome = await store.run(usePasswordReset, {
        tokenHash: sha256(token),
        account: row.account_id,
        password: await hashPassword(next, client),
        expectedPassword: row.password,
        expectedEmail: row.email_folded,
        removeAccess: removesAccess,
        at: clock.now(),
      });
      if (!outcome) throw expiredError();
      const record = (kind: EventKind) => events.record({ kind, account: row.account_id, client });
      record('password_reset_by_email');
      if (outcome.isVerified) record('email_verified');
      if (!outcome.removedWebhooks) return;
      record('access_removed');
      await deleteWebhooks(store, outcome.removedWebhooks);
    },

    /** Waits for the requests that are being stored. */
    async flush(): Promise<void> {
      await Promise.all(running);
    },
  };
}

function expiredError(): AskwellError {
  return new AskwellError('gone', 'This link has expired or was used. Request a new one.');
}

/** Renders the email with a link to set a new password. */
function resetEmail({ to, link }: { readonly to: string; readonly link: string }): RenderedEmail {
  const content = {
    lang: 'en',
    dir: 'ltr',
    title: 'Set a new password',
    paragraphs: [
      'Someone asked for a link to set a new password for your account. The link works once, within one hour.',
      'If it was not you, ignore this email. Your password stays the same.',
    ],
    action: { text: 'Set a new password', url: link },
    footer: ['You get this email because your account uses this address.'],
  } as const;
  return { to, subject: 'Set a new password', text: renderText(content), html: renderHtml(content) };
}
