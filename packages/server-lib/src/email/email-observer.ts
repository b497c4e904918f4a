import type { EmailKind } from './email-queries.js';
import type { DeliveryFailure } from './transports/email-transport.js';

/** The limits and rules that keep an email from being sent, now or at all. */
export type EmailLimitName = 'unverified' | 'new_account' | 'ask' | 'account' | 'service' | 'address';

/** Learns of what becomes of emails. */
export interface EmailObserver {
  sent(kind: EmailKind): void;
  /** An attempt failed. After a `rejected` one, there is no other. */
  failed(kind: EmailKind, failure: DeliveryFailure['failure']): void;
  withheld(kind: EmailKind, limit: EmailLimitName): void;
  /** Emails that could not be sent for a day were deleted. */
  gaveUp(count: number): void;
}
