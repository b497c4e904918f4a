import type { Clock, Micros } from '../../base/clock.js';
import { describeError, type Logger } from '../../base/logger.js';
import { createPeriodicTask } from '../../base/periodic-task.js';
import { createLagMeter, lookInterval, retryInterval } from '../../db/changes/consumer.js';
import { createLeaseHolder } from '../../db/changes/lease.js';
import type { RetrySchedule } from '../../db/changes/retry-schedule.js';
import { sql } from '../../db/sql/statement.js';
import type { Store } from '../../db/store.js';
import type { SecurityEvents } from '../../owners/security-events/security-events.js';
import type { CreateConnections } from './connections.js';
import {
  hasEnabledWebhooks,
  type LeasedWebhook,
  leaseWebhooks,
  releaseWebhook,
  selectWebhooksWithWork,
} from './lease-webhooks.js';
import { maxInFlightPerAccount, maxWebhookSessions } from './limits.js';
import { createPoster } from './post-message.js';
import type { ReadLogPage } from './read-events.js';
import { deleteExpiredDeliveries } from './record-outcomes.js';
import { type ReadContent, sendEvent } from './send-event.js';
import { createSendPace } from './send-pace.js';
import { createSendSlots } from './send-slots.js';
import type { TargetGuard } from './target-guard.js';
import { restAfterFailures } from './webhook-health.js';
import { observeAttempt, type WebhookObserver } from './webhook-observer.js';
import type { WebhookSettings } from './webhook-options.js';
import type { DisabledReason } from './webhook-queries.js';
import type { SecretBox } from './webhook-secret.js';
import { WebhookSession } from './webhook-session.js';

/** Milliseconds between two checks for events while there are no webhooks. */
const idleInterval = 5_000;

/** The minimum time between two checks, in milliseconds. */
const minInterval = 100;

/** Milliseconds between two deletions of old deliveries. */
const cleanupInterval = 3_600_000;

/** How long `stop()` waits for responses, in milliseconds. */
const stopTimeout = 3_000;

/**
 * The maximum number of these webhooks of one account. More would not help, because an account cannot send more messages at the
 * same time.
 */
const maxSessionsPerAccount = maxInFlightPerAccount;

/**
 * Excludes webhooks whose URLs fail, because the service does not cause their delay, and new webhooks that were not checked yet.
 */
const lagReaders = sql`
  select account_id, seen_seq as seen from askwell_webhooks where enabled = 1 and seen_seq > 0 and failing_since is null`;

interface WebhookSenderOptions {
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

/** Sends the events of webhooks in the background. */
export function createWebhookSender(options: WebhookSenderOptions) {
  const { store, clock, logger, settings, events, guard, createConnections, observer, readLogPage } = options;
  const { retryDelays: delays, timeout } = settings;
  const retries: RetrySchedule = { delays, thenEvery: null, jitter: 0.1 };
  const holder = createLeaseHolder();
  // An attempt that starts with half of the lease left ends before the lease.
  const lease: Micros = 2 * timeout * 1_000;
  const slots = createSendSlots();
  const pace = createSendPace();
  const sessions = new Map<number, Promise<void>>();
  let cleanedAt = clock.elapsed();

  const task = createPeriodicTask({
    clock,
    logger,
    run: search,
    retryInterval,
    minInterval,
    stopTimeout,
    warning: 'Cannot look for webhooks to send. The next attempt follows later.',
    ready: () => store.ready(),
  });
  const lag = createLagMeter({ store, clock, logger, observer, readers: lagReaders });

  /** Starts to serve the webhooks that have events to send. Returns the milliseconds until the next check. */
  async function search(): Promise<number> {
    const at = clock.now();
    const limit = maxWebhookSessions - sessions.size;
    const criteria = { at, holder, perAccount: maxSessionsPerAccount, limit };
    const found = limit > 0 ? await store.read(selectWebhooksWithWork(criteria)) : [];
    const ids = found.map(({ id }) => id).filter((id) => !sessions.has(id));
    const leased = ids.length > 0 ? await store.run(leaseWebhooks, { ids, holder, at, until: at + lease }) : [];
    for (const webhook of leased) {
      const session = serve(webhook).finally(() => {
        sessions.delete(webhook.id);
        task.wake();
      });
      sessions.set(webhook.id, session);
      task.startBeside(session);
    }
    if (clock.elapsed() - cleanedAt > cleanupInterval && !(await store.run(deleteExpiredDeliveries, { at })))
      cleanedAt = clock.elapsed();
    return sessions.size > 0 || (await store.read(hasEnabledWebhooks())) ? lookInterval : idleInterval;
  }

  /** Sends the events of a webhook that this process has leased, until it releases the webhook. Never rejects. */
  async function serve(webhook: LeasedWebhook): Promise<void> {
    const poster = createPoster({ clock, guard, timeout, createConnections });
    const session = new WebhookSession(webhook, {
      store,
      clock,
      holder,
      lease,
      timeout: timeout * 1_000,
      readLogPage,
      onDisabled,
      isStopped: () => task.isStopped,
      restAfter: (failingFor) => restAfterFailures(failingFor, delays),
      send: (event, requireLease) =>
        slots.run(webhook.account_id, async () => {
          await pace.wait();
          requireLease();
          const outcome = await sendEvent(webhook, event, { ...options, poster, retries, stopped: task.stopped });
          if (observer) observeAttempt(observer, event, outcome);
          return outcome;
        }),
    });
    let wakeAt: Micros = 0;
    try {
      await session.run();
    } catch (error) {
      logger.warn(describeError(error), 'Failed to send webhooks. The next attempt follows later.');
      wakeAt = clock.now() + retryInterval * 1_000;
    }
    poster.close();
    if (session.isReleased) return;
    // If the database is unavailable, the lease expires.
    await store.run(releaseWebhook, { id: webhook.id, holder, at: clock.now(), wakeAt }).catch(() => {});
  }

  function onDisabled({ id, account_id: account, url }: LeasedWebhook, reason: DisabledReason): void {
    const kind = reason === 'gone' ? 'webhook_gone' : 'webhook_failing';
    events.record({ kind, account, subject: { id, name: url } });
    observer?.disabled(reason);
  }

  return {
    /** Starts to check for events, if this instance sends webhooks. */
    start(): void {
      if (!settings.send) return;
      task.start();
      lag.start();
    },

    /** Checks for events soon. */
    wake: task.wake,

    /** Stops. Messages without a response within three seconds are sent again after the next start. */
    stop: async () => void (await Promise.all([task.stop(), lag.stop()])),
  };
}
