import type { Clock, Micros } from '../../base/clock.js';
import type { Store } from '../../db/store.js';
import type { CreateThrottle } from '../../owners/access/failure-throttle.js';
import { selectAccountById } from '../../owners/accounts/account-queries.js';
import type { AdmitEmail } from '../../owners/email/deliver-emails.js';
import { type EmailLimits, resolveEmailLimits } from '../../owners/email/email-limits.js';
import type { EmailLimitName, EmailObserver } from '../../owners/email/email-observer.js';
import type { EmailRow } from '../../owners/email/email-queries.js';
import { foldMailbox } from '../../owners/email/fold-mailbox.js';
import type { SecurityEvents } from '../../owners/security-events/security-events.js';
import { maxReceiptsPerAsk } from './limits.js';

export interface EmailGateOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly createThrottle: CreateThrottle;
  readonly securityEvents: SecurityEvents;
  readonly limits: EmailLimits | undefined;
  readonly observer?: EmailObserver | undefined;
}

const hour = 3_600;
const day = 24 * hour;
const second: Micros = 1_000_000;

/**
 * How long an account counts as new. An email waits for up to a day, so emails above the limit of a new account are sent after this
 * time.
 */
const newFor = 20 * hour;

/** The daily limit of receipts for an address, as a multiple of its hourly limit. */
const addressDays = 4;

/**
 * Creates the function that decides about every email before it is sent. Emails on behalf of an owner (receipts and notices) are
 * counted, and only sent if the owner's address is verified. Links to reset a password and to verify an address are limited when
 * they are requested.
 */
export function createEmailGate({
  store,
  clock,
  createThrottle,
  securityEvents,
  limits,
  observer,
}: EmailGateOptions): AdmitEmail {
  const { perHour, perAccount, perNewAccount, perAddress } = resolveEmailLimits(limits);
  const byService = createThrottle('emails of the service', { limit: perHour, seconds: hour });
  const byAccount = createThrottle('emails by account', { limit: perAccount, seconds: hour });
  const byNewAccount = createThrottle('receipts by new account', { limit: perNewAccount, seconds: newFor });
  const byAsk = createThrottle('receipts by ask', { limit: maxReceiptsPerAsk, seconds: hour });
  const byAddress = createThrottle('receipts by address', { limit: perAddress, seconds: hour });
  const byAddressInDay = createThrottle('receipts by address and day', {
    limit: addressDays * perAddress,
    seconds: day,
  });

  /** Returns the limit that an email exceeds and when to try again, or undefined if it can be sent now. */
  async function findLimit({ account_id, kind, ask }: EmailRow, createdAt: Micros): Promise<Suppression | undefined> {
    const account = String(account_id);
    const now = clock.now();
    const after = (limit: EmailLimitName, seconds: number | undefined): Suppression | undefined =>
      seconds === undefined ? undefined : { limit, decision: { again: now + seconds * second } };
    if (kind === 'receipt') {
      const oldAt = createdAt + newFor * second;
      if (now < oldAt && (await byNewAccount.tryCount(account)) !== undefined)
        return { limit: 'new_account', decision: { again: oldAt } };
    }
    return (
      (kind === 'receipt' ? after('ask', await byAsk.tryCount(String(ask))) : undefined) ??
      after('account', await byAccount.tryCount(account)) ??
      after('service', await byService.tryCount(''))
    );
  }

  async function decide(email: EmailRow, to: string): Promise<Suppression | undefined> {
    const owner = await store.read(selectAccountById(email.account_id));
    if (!owner || owner.email_verified_at === null) return { limit: 'unverified', decision: 'drop' };
    // The email was counted with its first attempt.
    if (email.attempts > 0) return undefined;
    const reached = await findLimit(email, owner.created_at);
    if (reached || email.kind !== 'receipt') return reached;
    const mailbox = foldMailbox(to);
    const retryAfter = (await byAddress.tryCount(mailbox)) ?? (await byAddressInDay.tryCount(mailbox));
    return retryAfter === undefined ? undefined : { limit: 'address', decision: 'drop' };
  }

  return async (email, to) => {
    if (email.kind !== 'receipt' && email.kind !== 'notice') return undefined;
    const suppression = await decide(email, to);
    if (!suppression) return undefined;
    securityEvents.record({ kind: 'emails_withheld', account: email.account_id });
    observer?.suppressed(email.kind, suppression.limit);
    return suppression.decision;
  };
}

/** The reason why an email is not sent now, and whether it is delayed or dropped. */
interface Suppression {
  readonly limit: EmailLimitName;
  readonly decision: Exclude<Awaited<ReturnType<AdmitEmail>>, undefined>;
}
