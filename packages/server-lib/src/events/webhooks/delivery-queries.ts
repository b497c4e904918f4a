import type { Micros } from '../../base/clock.js';
import { type CreationOutcome, createOnce, type IdempotentRequest } from '../../db/idempotency.js';
import { type Operation, write } from '../../db/operation.js';
import { type PageRequest, pageClause } from '../../db/paging.js';
import { all, one, run, sql } from '../../db/sql/statement.js';
import type { WebhookDelivery } from '../../shared/contract/resources.js';
import { maxWaitingDeliveries } from './limits.js';
import { lockTarget, type WebhookTarget } from './webhook-queries.js';

/** A delivery as it is stored. */
export interface DeliveryRow {
  id: number;
  event_id: string;
  type: WebhookDelivery['type'];
  ask_id: string | null;
  answer_id: string | null;
  event_at: Micros;
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  due_at: Micros | null;
  created_at: Micros;
  attempted_at: Micros | null;
  response_status: number | null;
  response: string | null;
  problem: WebhookDelivery['problem'];
  duration: number | null;
}

const deliveryColumns = sql`id, event_id, type, ask_id, answer_id, event_at, status, attempts, due_at, created_at, attempted_at,
  response_status, response, problem, duration`;

/** Selects a page of the deliveries of a webhook. The caller has checked that the webhook is the owner's. */
export function selectDeliveries(webhook: number, page: PageRequest) {
  return all<DeliveryRow>`
    select ${deliveryColumns} from askwell_deliveries where webhook_id = ${webhook} and ${pageClause(page)}`;
}

/** Selects a delivery of a webhook. The caller has checked that the webhook is the owner's. */
export function selectDelivery(webhook: number, id: number) {
  return one<DeliveryRow>`
    select ${deliveryColumns} from askwell_deliveries where webhook_id = ${webhook} and id = ${id}`;
}

/** An event that is sent once, without an order. */
export interface SentEvent {
  readonly event_id: string;
  readonly type: WebhookDelivery['type'];
  readonly ask_id: string | null;
  readonly answer_id: string | null;
  readonly event_at: Micros;
}

export interface NewDelivery extends WebhookTarget {
  readonly event: SentEvent;
  readonly at: Micros;
  readonly idempotency: IdempotentRequest | null;
}

export type DeliveryRefusal = 'unknown' | 'stale' | 'disabled' | 'too_many';

/** Adds a replay or a test to the deliveries of a webhook. */
export const addDelivery = write('webhooks.add_delivery', (input: NewDelivery) =>
  createOnce(input.idempotency, () => insertDelivery(input)),
);

function* insertDelivery(input: NewDelivery): Operation<CreationOutcome<DeliveryRefusal, DeliveryRow>> {
  const { id, event, at } = input;
  const webhook = yield* lockTarget(input);
  if ('refused' in webhook) return webhook;
  if (webhook.enabled === 0) return { refused: 'disabled' };
  const waiting = yield* one<{ n: number }>`
    select count(*) as n from askwell_deliveries where webhook_id = ${id} and in_order = 0 and due_at is not null`;
  if (waiting && waiting.n >= maxWaitingDeliveries) return { refused: 'too_many' };
  const row = yield* one<DeliveryRow>`
    insert into askwell_deliveries (webhook_id, event_id, type, ask_id, answer_id, event_at, in_order, status, attempts, due_at,
      created_at)
    values (${id}, ${event.event_id}, ${event.type}, ${event.ask_id}, ${event.answer_id}, ${event.event_at}, 0, 'pending', 0, ${at},
      ${at}) returning ${deliveryColumns}`;
  if (!row) throw new Error('INSERT … RETURNING returned no row.');
  // Wakes the webhook even while it rests after failures.
  yield* run`update askwell_webhooks set wake_at = 0 where id = ${id}`;
  return { resource: String(row.id), row };
}
