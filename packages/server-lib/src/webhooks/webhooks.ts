import type { ChangeFeed } from '../change-feed/change-feed.js';
import type { Clock } from '../clock.js';
import type { Secret } from '../crypto/secret.js';
import type { Logger } from '../logger.js';
import type { SecurityEvents } from '../security-events/security-events.js';
import type { AskKind } from '../shared/contract/ask-types.js';
import type { Store } from '../store/store.js';
import { createDeliveryService } from './deliveries/delivery-service.js';
import { createLogReader } from './sending/outbox/read-events.js';
import { createContentReader, type ReadResource } from './sending/read-content.js';
import type { WebhookObserver } from './sending/webhook-observer.js';
import { createWebhookSender } from './sending/webhook-sender.js';
import type { CreateConnections } from './target/connections.js';
import { createTargetGuard } from './target/target-guard.js';
import { resolveWebhookOptions, type WebhookOptions } from './webhook-options.js';
import { createSecretBox } from './webhook-secret.js';
import { createWebhookService } from './webhook-service.js';

interface WebhooksOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
  readonly logger: Logger;
  readonly events: SecurityEvents;
  readonly feed: ChangeFeed;
  readonly options: WebhookOptions | undefined;
  readonly createConnections: CreateConnections | undefined;
  /** Learns of what becomes of messages. */
  readonly observer: WebhookObserver | undefined;
  /** The maximum number of webhooks of an account. */
  readonly quota: number;
  readonly readers: Readonly<Record<AskKind, ReadResource>>;
}

/** Everything about webhooks. */
export type Webhooks = ReturnType<typeof createWebhooks>;

/** Creates the services of webhooks, and their sender, which is not started yet. */
export function createWebhooks({
  store,
  clock,
  secret,
  logger,
  events,
  feed,
  options,
  createConnections,
  observer,
  quota,
  readers,
}: WebhooksOptions) {
  const settings = resolveWebhookOptions(options);
  const secrets = createSecretBox(secret);
  const guard = createTargetGuard({ ...settings, clock, logger });
  const sender = createWebhookSender({
    store,
    clock,
    logger,
    events,
    settings,
    secrets,
    guard,
    createConnections,
    observer,
    readContent: createContentReader(readers),
    readLogPage: createLogReader({ store, clock, logger, feed }),
  });
  const { wake } = sender;
  return {
    service: createWebhookService({
      store,
      clock,
      events,
      guard,
      secrets,
      feed,
      quota,
      wake,
      overlapHours: settings.secretOverlapHours,
    }),
    deliveries: createDeliveryService({ store, clock, sends: settings.send, wake }),
    sender,
  };
}
