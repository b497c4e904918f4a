import { timingSafeEqual } from 'node:crypto';
import type { Clock, Micros } from '../../base/clock.js';
import { shortHmac } from '../../base/crypto/hmac.js';
import type { Secret } from '../../base/crypto/secret.js';
import { AskwellError } from '../../base/errors.js';
import type { Store } from '../../db/store.js';
import type { CreateThrottle } from '../access/failure-throttle.js';
import type { Session } from '../access/session.js';
import type { EmailRenderer, RenderedEmail } from '../email/deliver-emails.js';
import { type EmailContent, renderHtml, renderText } from '../email/email-layout.js';
import { foldMailbox } from '../email/fold-mailbox.js';
import type { SecurityEvents } from '../security-events/security-events.js';
import { type AccountRow, selectAccountById } from './account-queries.js';
import { verificationLifetime, verificationsPerAddress, verificationsPerClient } from './limits.js';
import { requestVerification, verifyEmail } from './verification-queries.js';

export interface EmailVerificationOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
  readonly createThrottle: CreateThrottle;
  readonly events: SecurityEvents;
  /** The public URL of the service, with its base path. */
  readonly serverUrl: string;
  /** Called when an email was stored. */
  onEmail(): void;
}

const second: Micros = 1_000_000;
const tokenPattern = /^([0-9a-z]{1,10})-([0-9a-f]{32})$/;

/**
 * Verifies the emails of owners. A link works only for an owner who is signed in to the account. If somebody else has registered the
 * account with your email, you cannot verify it for them by mistake. The token is an HMAC: the database contains no token that a copy
 * could reveal. A token becomes invalid when the email is verified or changed. The parameter `client` is always the key of the
 * client's address.
 */
export type EmailVerifications = ReturnType<typeof createEmailVerifications>;

export function createEmailVerifications(options: EmailVerificationOptions) {
  const { store, clock, secret, createThrottle, events, serverUrl, onEmail } = options;
  const byClient = createThrottle('verifications by client', verificationsPerClient);
  const byAddress = createThrottle('verifications by address', verificationsPerAddress);

  /** Counts an email. Returns undefined if it may be sent, otherwise the seconds until an email may be sent. */
  const secondsUntil = async (email: string, client: string): Promise<number | undefined> =>
    (await byClient.tryCount(client)) ?? (await byAddress.tryCount(foldMailbox(email)));

  function tokenOf({ id, email_folded }: Pick<AccountRow, 'id' | 'email_folded'>, expires: string): string {
    return `${expires}-${shortHmac(secret.key, `askwell email verification\0${id}\0${email_folded}\0${expires}`)}`;
  }

  /** Returns the account of a session if a token verifies its email. */
  async function findAccount({ account }: Session, token: string): Promise<AccountRow | undefined> {
    const [, expires = ''] = tokenPattern.exec(token) ?? [];
    const row = expires === '' ? undefined : await store.read(selectAccountById(account.id));
    if (!row || row.email_verified_at !== null || Number.parseInt(expires, 36) * second <= clock.now())
      return undefined;
    const expected = tokenOf(row, expires);
    const isRight = expected.length === token.length && timingSafeEqual(Buffer.from(expected), Buffer.from(token));
    return isRight ? row : undefined;
  }

  const render: EmailRenderer = async ({ account_id, created_at }) => {
    const row = await store.read(selectAccountById(account_id));
    if (!row || row.email === null || row.email_verified_at !== null) return 'drop';
    const expires = Math.floor((created_at + verificationLifetime) / second).toString(36);
    return verificationEmail({ to: row.email, link: `${serverUrl}/verify-email?token=${tokenOf(row, expires)}` });
  };

  const renderChanged: EmailRenderer = async ({ address }) =>
    address === null ? 'drop' : emailChangedEmail({ to: address, link: `${serverUrl}/login` });

  return {
    render,
    renderChanged,

    /**
     * Counts an email to a new address. Returns whether it may be sent. If not, the owner can request it later. The
     * caller stores it, and then calls `onEmail`.
     */
    admit: async (email: string, client: string): Promise<boolean> => (await secondsUntil(email, client)) === undefined,
    onEmail,

    /**
     * Sends another link.
     *
     * @throws AskwellError with the code `rate_limited` after too many emails.
     */
    async request({ account }: Session, client: string): Promise<void> {
      const row = await store.read(selectAccountById(account.id));
      if (!row || row.email === null || row.email_verified_at !== null) return;
      const retryAfter = await secondsUntil(row.email, client);
      if (retryAfter !== undefined)
        throw new AskwellError('rate_limited', 'Too many emails. Try again in an hour.', { retryAfter });
      if (await store.run(requestVerification, { account: row.id, at: clock.now() })) onEmail();
    },

    /** Returns the email that a token verifies for a signed-in owner; undefined if it does not work. */
    findEmail: async (session: Session, token: string): Promise<string | undefined> =>
      (await findAccount(session, token))?.email ?? undefined,

    /** Verifies the email of a signed-in owner. Returns false if the token does not work. */
    async verify(session: Session, token: string, client: string): Promise<boolean> {
      const row = await findAccount(session, token);
      if (!row) return false;
      const input = { account: row.id, expectedEmail: row.email_folded, at: clock.now() };
      if (!(await store.run(verifyEmail, input))) return false;
      events.record({ kind: 'email_verified', account: row.id, client });
      return true;
    },
  };
}

// These emails can reach strangers whose address somebody else has entered, so they contain no text of the account.

/** Renders the email with a link that verifies an address. */
function verificationEmail({ to, link }: { readonly to: string; readonly link: string }): RenderedEmail {
  return render(to, {
    title: 'Verify your email',
    paragraphs: [
      'Open this link in a browser in which you are signed in, to show that this address is yours. The link works for two days.',
      'If you did not create an account, ignore this email. Nobody can send emails in your name without the link.',
    ],
    action: { text: 'Verify your email', url: link },
    footer: ['You get this email because an account was created with this address, or changed to it.'],
  });
}

/** Renders the email to the former address of an account. */
function emailChangedEmail({ to, link }: { readonly to: string; readonly link: string }): RenderedEmail {
  return render(to, {
    title: 'The email of your account was changed',
    paragraphs: [
      'Your account does not use this address any more. Sign in with the new one.',
      'If it was not you, somebody else knows your password. Contact the operator of this service.',
    ],
    action: { text: 'Sign in', url: link },
    footer: ['You get this email because your account used this address.'],
  });
}

function render(to: string, more: Omit<EmailContent, 'lang' | 'dir'>): RenderedEmail {
  const content = { lang: 'en', dir: 'ltr', ...more } as const;
  return { to, subject: content.title, text: renderText(content), html: renderHtml(content) };
}
