import type { Clock } from '../../base/clock.js';
import type { Secret } from '../../base/crypto/secret.js';
import type { Logger } from '../../base/logger.js';
import type { Store } from '../../db/store.js';
import type { SecurityEvents } from '../../owners/security-events/security-events.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import type { ChangeFeed } from '../feed/change-feed.js';
import type { CreateConnections } from './connections.js';
import { createDeliveryService } from './delivery-service.js';
import { createContentReader, type ReadResource } from './read-content.js';
import { createLogReader } from './read-events.js';
import { createTargetGuard } from './target-guard.js';
import type { WebhookObserver } from './webhook-observer.js';
import { resolveWebhookOptions, type WebhookOptions } from './webhook-options.js';
import { createSecretBox } from './webhook-secret.js';
import { createWebhookSender } from './webhook-sender.js';
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
  /** Is called with the outcomes of messages. */
  readonly observer: WebhookObserver | undefined;
  /** The maximum number of webhooks of an account. */
  readonly quota: number;
  readonly readers: Readonly<Record<AskKind, ReadResource>>;
}

/** The services of webhooks and their sender. */
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
