import type { ConsumerObserver } from '../../db/changes/consumer.js';
import type { EmailKind } from './email-queries.js';
import type { DeliveryFailure } from './email-transport.js';

/** The limits and rules that keep an email from being sent, now or at all. */
export type EmailLimitName = 'unverified' | 'new_account' | 'ask' | 'account' | 'service' | 'address';

/** Observes the outcomes of emails. No attempt follows a `rejected` one. */
export interface EmailObserver extends ConsumerObserver<EmailKind, DeliveryFailure['failure']> {
  suppressed(kind: EmailKind, limit: EmailLimitName): void;
}
