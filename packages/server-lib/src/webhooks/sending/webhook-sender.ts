import { randomBytes } from 'node:crypto';
import { createPeriodicTask } from '../../background/periodic-task.js';
import { createLagMeter } from '../../changes/consumer.js';
import type { Micros } from '../../clock.js';
import { sql } from '../../store/sql/statement.js';
import { hasEnabledWebhooks, leaseWebhooks, selectWebhooksWithWork } from './outbox/lease-webhooks.js';
import { deleteExpiredDeliveries } from './outbox/record-outcomes.js';
import { maxInFlightPerAccount } from './pacing/send-slots.js';
import { createServeWebhook, type ServeWebhookOptions } from './serve-webhook.js';

/** Milliseconds between two looks for events: with webhooks, without any, and after a failed one. */
const [searchInterval, idleInterval, retryInterval] = [1_000, 5_000, 5_000];

/** The shortest time between two looks, in milliseconds. */
const minInterval = 100;

/** Milliseconds between two deletions of old deliveries. */
const cleanupInterval = 3_600_000;

/** How long `stop()` waits for responses, in milliseconds. */
const stopTimeout = 3_000;

/** The number of webhooks that one process serves at the same time. */
const maxSessions = 100;

/** The maximum number of webhooks of one account among them: one could not send more at the same time anyway. */
const maxSessionsPerAccount = maxInFlightPerAccount;

/** Webhooks whose URLs fail are not behind by a fault of the sender. New ones have not been looked at. */
const lagReaders = sql`
  select account_id, seen_seq as seen from askwell_webhooks where enabled = 1 and seen_seq > 0 and failing_since is null`;

/** Sends the events of webhooks in the background. */
export type WebhookSender = ReturnType<typeof createWebhookSender>;

export function createWebhookSender(options: ServeWebhookOptions) {
  const { store, clock, logger, settings, observer } = options;
  const sender = randomBytes(16).toString('hex');
  // An attempt that starts with half of the lease left ends before it.
  const lease: Micros = 2 * settings.timeout * 1_000;
  const sessions = new Map<number, Promise<void>>();
  let cleanedAt = clock.elapsed();

  const task = createPeriodicTask({
    ...{ clock, logger, run: search, retryInterval, minInterval, stopTimeout },
    warning: 'Cannot look for webhooks to send. The next attempt follows later.',
    ready: () => store.ready(),
  });
  const serve = createServeWebhook(options, {
    ...{ sender, lease, isStopped: () => task.isStopped, stopped: task.stopped },
  });

  const lag = createLagMeter({ store, clock, logger, observer, readers: lagReaders });

  /** Starts to serve the webhooks that have something to send. Returns the milliseconds until the next look. */
  async function search(): Promise<number> {
    const at = clock.now();
    const limit = maxSessions - sessions.size;
    const criteria = { at, sender, perAccount: maxSessionsPerAccount, limit };
    const found = limit > 0 ? await store.read(selectWebhooksWithWork(criteria)) : [];
    const ids = found.map(({ id }) => id).filter((id) => !sessions.has(id));
    const leased = ids.length > 0 ? await store.run(leaseWebhooks, { ids, sender, at, until: at + lease }) : [];
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
    return sessions.size > 0 || (await store.read(hasEnabledWebhooks())) ? searchInterval : idleInterval;
  }

  return {
    /** Starts to look for events, if this instance sends any. */
    start(): void {
      if (!settings.send) return;
      task.start();
      lag.start();
    },

    /** Looks for events soon. */
    wake: task.wake,

    /** Stops. Messages whose response does not come soon are sent again after the next start. */
    stop: async () => void (await Promise.all([task.stop(), lag.stop()])),
  };
}
