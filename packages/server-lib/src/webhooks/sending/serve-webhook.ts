import type { Clock, Micros } from '../../clock.js';
import { describeError, type Logger } from '../../logger.js';
import type { SecurityEvents } from '../../security-events/security-events.js';
import type { Store } from '../../store/store.js';
import type { CreateConnections } from '../target/connections.js';
import { createPoster, type Poster } from '../target/post-message.js';
import type { TargetGuard } from '../target/target-guard.js';
import type { WebhookSettings } from '../webhook-options.js';
import type { DisabledReason } from '../webhook-queries.js';
import type { SecretBox } from '../webhook-secret.js';
import { type LeasedWebhook, releaseWebhook } from './outbox/lease-webhooks.js';
import type { PendingEvent, ReadLogPage } from './outbox/read-events.js';
import { restAfterFailures } from './pacing/retry-schedule.js';
import { createSendPace } from './pacing/send-pace.js';
import { createSendSlots } from './pacing/send-slots.js';
import { type ReadContent, sendEvent } from './send-event.js';
import { observeAttempt, type WebhookObserver } from './webhook-observer.js';
import { WebhookSession } from './webhook-session.js';

/** How long a webhook rests after an error of the database. */
const retryInterval: Micros = 5_000_000;

export interface ServeWebhookOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly events: SecurityEvents;
  readonly settings: WebhookSettings;
  readonly secrets: SecretBox;
  readonly guard: TargetGuard;
  readonly createConnections: CreateConnections | undefined;
  readonly observer: WebhookObserver | undefined;
  readonly readContent: ReadContent;
  readonly readLogPage: ReadLogPage;
}

/** The process that sends. */
export interface SendingProcess {
  /** The owner of leases: random for each process. */
  readonly sender: string;
  /** For how long a webhook is leased. */
  readonly lease: Micros;
  /** Whether nothing is started any more. */
  readonly isStopped: () => boolean;
  /** Aborted when messages that are under way are given up. */
  readonly stopped: AbortSignal;
}

/** Sends the events of a webhook that the process has leased, until it gives it back. Never rejects. */
export type ServeWebhook = (webhook: LeasedWebhook) => Promise<void>;

/** Creates the function that serves one webhook. All share the slots and the pace of the process. */
export function createServeWebhook(options: ServeWebhookOptions, sending: SendingProcess): ServeWebhook {
  const {
    store,
    clock,
    logger,
    settings,
    events,
    guard,
    createConnections,
    secrets,
    readContent,
    readLogPage,
    observer,
  } = options;
  const { sender, lease, isStopped, stopped } = sending;
  const { retryDelays: delays, timeout } = settings;
  const slots = createSendSlots();
  const pace = createSendPace();

  function recordDisabled({ id, account_id: account, url }: LeasedWebhook, reason: DisabledReason): void {
    const kind = reason === 'gone' ? 'webhook_gone' : 'webhook_failing';
    events.record({ kind, account, subject: { id, name: url } });
    observer?.disabled(reason);
  }

  function send(webhook: LeasedWebhook, event: PendingEvent, poster: Poster, requireLease: () => void) {
    return slots.run(webhook.account_id, async () => {
      await pace.wait();
      requireLease();
      const outcome = await sendEvent(webhook, event, { clock, secrets, readContent, poster, delays, stopped });
      if (observer) observeAttempt(observer, event, outcome);
      return outcome;
    });
  }

  return async (webhook) => {
    const poster = createPoster({ clock, guard, timeout, createConnections });
    const session = new WebhookSession(webhook, {
      ...{ store, clock, sender, lease, timeout: timeout * 1_000, isStopped, readLogPage, onDisabled: recordDisabled },
      restAfter: (failingFor) => restAfterFailures(failingFor, delays),
      send: (leased, event, requireLease) => send(leased, event, poster, requireLease),
    });
    let wakeAt: Micros = 0;
    try {
      await session.run();
    } catch (error) {
      logger.warn(describeError(error), 'Failed to send webhooks. The next attempt follows later.');
      wakeAt = clock.now() + retryInterval;
    }
    poster.close();
    if (session.isReleased) return;
    // If the database is away, the lease expires.
    await store.run(releaseWebhook, { id: webhook.id, sender, at: clock.now(), wakeAt }).catch(() => {});
  };
}
