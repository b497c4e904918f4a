import type { ConsumerObserver } from '../../db/changes/consumer.js';
import type { EmailKind } from './email-queries.js';
import type { DeliveryFailure } from './email-transport.js';

/** The limits and rules that keep an email from being sent, now or at all. */
export type EmailLimitName = 'unverified' | 'new_account' | 'ask' | 'account' | 'service' | 'address';

/** Learns of what becomes of emails. After a `rejected` attempt, there is no other. */
export interface EmailObserver extends ConsumerObserver<EmailKind, DeliveryFailure['failure']> {
  withheld(kind: EmailKind, limit: EmailLimitName): void;
}
