import type { ChangeFeed, FeedPart } from '../../../change-feed/change-feed.js';
import type { Clock } from '../../../clock.js';
import { AskwellError } from '../../../errors.js';
import type { Logger } from '../../../logger.js';
import type { Store } from '../../../store/store.js';
import { parseTime } from '../../../validation/time.js';
import { eventTypes } from '../../event-types.js';
import { claimEvents, selectWebhookPosition, type WebhookPosition } from './claim-events.js';
import type { LeasedWebhook } from './lease-webhooks.js';

/** The number of events of a webhook that wait at the same time. Further ones stay in the log of changes. */
export const maxPendingEvents = 5_000;

/** The number of events that one claim adds. Small enough not to delay other writes. */
const claimSize = 50;

interface ClaimOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly feed: Pick<ChangeFeed, 'read' | 'head'>;
}

/** Creates the function that adds the next events of a webhook to its deliveries. It returns whether more may follow. */
export function createClaim({ store, clock, logger, feed }: ClaimOptions) {
  /** Reads on from the position of a webhook, or from the end of the log if changes behind it were deleted. */
  async function readPart({ id, account_id, site_id }: LeasedWebhook, { position, types }: WebhookPosition) {
    const owner = { account: account_id, site: site_id };
    const chosen: (typeof eventTypes)[number][] = JSON.parse(types);
    const request = { types: chosen.length > 0 ? chosen : eventTypes, ask: null, limit: claimSize };
    try {
      return await feed.read(owner, { ...request, after: position });
    } catch (error) {
      if (!(error instanceof AskwellError) || error.code !== 'gone') throw error;
      logger.warn({ webhook: id }, 'A webhook has missed changes that were already deleted. It goes on with new ones.');
      return { events: [], next: await feed.head(owner), isAtEnd: false, lastSeq: 0 } satisfies FeedPart;
    }
  }

  return async (webhook: LeasedWebhook, sender: string): Promise<boolean> => {
    const found = await store.read(selectWebhookPosition(webhook.id, sender));
    if (!found || found.last_seq <= found.seen_seq || found.pending >= maxPendingEvents) return false;
    const part = await readPart(webhook, found);
    // Instances that write at the same time may name the same answer twice.
    const events = new Map(
      part.events.map((event) => [event.id, { ...event, at: parseTime(event.at) ?? clock.now() }]),
    );
    return store.run(claimEvents, {
      ...{ id: webhook.id, sender, at: clock.now(), from: found.position, to: part.next },
      seenSeq: part.isAtEnd ? part.lastSeq : null,
      events: [...events.values()].map(({ id, type, ask_id, answer_id, at }) => ({ id, type, ask_id, answer_id, at })),
    });
  };
}
