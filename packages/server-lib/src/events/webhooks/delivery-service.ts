import { randomBytes } from 'node:crypto';
import { type Clock, formatTimestamp } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import type { PageRequest } from '../../db/paging.js';
import type { Store } from '../../db/store.js';
import type { Scope } from '../../owners/access/scope.js';
import type { WebhookDelivery } from '../../shared/contract/resources.js';
import {
  addDelivery,
  type DeliveryRefusal,
  type DeliveryRow,
  type SentEvent,
  selectDeliveries,
  selectDelivery,
} from './delivery-queries.js';
import { testType } from './event-types.js';
import type { WebhookRow } from './webhook-queries.js';
import { refusalError } from './webhook-resource.js';
import type { WebhookRequest } from './webhook-service.js';

/** How long a test waits for its outcome, and the time between two checks, in milliseconds. */
const [testTimeout, testInterval] = [3_000, 50];

interface DeliveryServiceOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** Whether this instance sends webhooks. Otherwise, a test does not wait for its outcome. */
  readonly sends: boolean;
  /** Makes the sender check for events soon. */
  readonly wake: () => void;
}

/** The events that are sent to webhooks, and the log of sent events. */
export type DeliveryService = ReturnType<typeof createDeliveryService>;

export function createDeliveryService({ store, clock, sends, wake }: DeliveryServiceOptions) {
  const find = (webhook: WebhookRow, id: number): Promise<DeliveryRow | undefined> =>
    store.read(selectDelivery(webhook.id, id));

  async function add(scope: Scope, webhook: WebhookRow, event: SentEvent, request: WebhookRequest) {
    const { onlyVersion = null, idempotency = null } = request;
    const target = { account: scope.account, id: webhook.id, onlyVersion };
    const added = await store.run(addDelivery, { ...target, event, at: clock.now(), idempotency });
    if ('refused' in added) throw deliveryError(added.refused);
    wake();
    const { replayed = false } = added;
    const row = added.replayed ? await find(webhook, Number(added.resource)) : added.row;
    if (!row) throw new AskwellError('gone');
    return { row, replayed };
  }

  return {
    find,

    list: (webhook: WebhookRow, page: PageRequest): Promise<DeliveryRow[]> =>
      store.read(selectDeliveries(webhook.id, page)),

    /** Sends an event again, once. */
    replay(
      scope: Scope,
      webhook: WebhookRow,
      { event_id, type, ask_id, answer_id, event_at }: DeliveryRow,
      request: WebhookRequest = {},
    ) {
      return add(scope, webhook, { event_id, type, ask_id, answer_id, event_at }, request);
    },

    /** Sends a message of the type `webhook.test`, and waits up to three seconds for its outcome. */
    async test(scope: Scope, webhook: WebhookRow, request: WebhookRequest = {}) {
      const event_id = `test_${randomBytes(12).toString('hex')}`;
      const event: SentEvent = { event_id, type: testType, ask_id: null, answer_id: null, event_at: clock.now() };
      const { row: added, replayed } = await add(scope, webhook, event, request);
      let row = added;
      for (let waited = 0; sends && row.status === 'pending' && waited < testTimeout; waited += testInterval) {
        await clock.pause(testInterval);
        row = (await find(webhook, row.id)) ?? row;
      }
      return { row, replayed };
    },
  };
}

function deliveryError(refused: DeliveryRefusal | 'mismatch'): AskwellError {
  if (refused === 'disabled') return new AskwellError('conflict', 'This webhook is disabled. Enable it first.');
  if (refused === 'too_many') {
    return new AskwellError('conflict', 'Too many replays and tests of this webhook are waiting. Try again later.');
  }
  return refusalError({ refused });
}

/** Returns a delivery as clients see it. */
export function toDelivery(row: DeliveryRow): WebhookDelivery {
  const time = (at: number | null) => (at === null ? null : formatTimestamp(at));
  return {
    id: row.id,
    event_id: row.event_id,
    type: row.type,
    ask_id: row.ask_id,
    answer_id: row.answer_id,
    event_at: formatTimestamp(row.event_at),
    status: row.status,
    attempts: row.attempts,
    next_attempt_at: time(row.due_at),
    attempted_at: time(row.attempted_at),
    response_status: row.response_status,
    response: row.response,
    problem: row.problem,
    duration_ms: row.duration,
    created_at: formatTimestamp(row.created_at),
  };
}
