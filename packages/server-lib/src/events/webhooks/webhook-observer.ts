import type { ConsumerObserver } from '../../db/changes/consumer.js';
import { testType } from './event-types.js';
import type { PendingEvent } from './read-events.js';
import type { SendOutcome } from './send-event.js';
import type { DisabledReason } from './webhook-queries.js';

/** The reason why a message is sent: an event, or a request of the owner. */
export type MessageKind = 'event' | 'replay' | 'test';

/**
 * Is called with the outcomes of messages of webhooks. A failure is a problem of a delivery, or `status` for a status that is not
 * from 200 to 299.
 */
export interface WebhookObserver extends ConsumerObserver<MessageKind, string> {
  disabled(reason: DisabledReason): void;
}

/** Reports the outcome of an attempt to an observer. */
export function observeAttempt(observer: WebhookObserver, event: PendingEvent, { attempt }: SendOutcome): void {
  const kind = event.type === testType ? 'test' : event.in_order === 1 ? 'event' : 'replay';
  if (attempt.attempts > 1) observer.retried(kind);
  if (attempt.status === 'delivered') observer.sent(kind);
  else observer.failed(kind, attempt.problem ?? 'status');
  if (attempt.status === 'failed') observer.gaveUp(1);
}
