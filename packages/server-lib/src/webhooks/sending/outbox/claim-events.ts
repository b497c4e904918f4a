import type { Micros } from '../../../clock.js';
import { lockWebhooks } from '../../../store/locks.js';
import { type Operation, write } from '../../../store/operation.js';
import { Bulk, together } from '../../../store/sets/statement-set.js';
import { anyOf, valuesOf } from '../../../store/sql/dialect.js';
import { all, one, run } from '../../../store/sql/statement.js';

/** An event, without its content. */
export interface ClaimedEvent {
  readonly id: string;
  readonly type: string;
  readonly ask_id: string;
  readonly answer_id: string | null;
  readonly at: Micros;
}

export interface Claim {
  readonly id: number;
  readonly sender: string;
  readonly at: Micros;
  /** The position at which the events were read, and the one after them. */
  readonly from: string;
  readonly to: string;
  /** The position of the log if these were its last events. Null: there may be more. */
  readonly seenSeq: number | null;
  readonly events: readonly ClaimedEvent[];
}

/**
 * Adds the next events of a webhook to its deliveries, whose IDs are in the order of the events. Leaves out those that are there
 * already: instances that write at the same time may name the same answer twice. The position of the webhook moves in the same
 * transaction, so no event is lost or added twice. Returns false if another sender has done so.
 */
export const claimEvents = write('webhooks.claim', function* (claim: Claim): Operation<boolean> {
  const { id, sender, at, from, to, seenSeq, events } = claim;
  yield* lockWebhooks([id]);
  const held = yield* one`
    select 1 from askwell_webhooks where id = ${id} and lease = ${sender} and enabled = 1 and position = ${from}`;
  if (!held) return false;
  const blocked = yield* selectBlockedAsks(id, [...new Set(events.map(({ ask_id }) => ask_id))]);
  const inserted = new Bulk(
    events.map((event, nth) => [
      ...[nth, id, event.id, event.type, event.ask_id, event.answer_id, event.at],
      ...[blocked.has(event.ask_id) ? null : at, at],
    ]),
    (rows) => run`
      insert into askwell_deliveries (webhook_id, event_id, type, ask_id, answer_id, event_at, due_at, created_at, in_order, attempts,
        status)
      with k (nth, webhook_id, event_id, type, ask_id, answer_id, event_at, due_at, created_at) as (${valuesOf(columnTypes, rows)})
      select webhook_id, event_id, type, ask_id, answer_id, event_at, due_at, created_at, 1, 0, 'pending' from k
      where not exists (
        select 1 from askwell_deliveries d where d.webhook_id = k.webhook_id and d.event_id = k.event_id and d.in_order = 1)
      order by nth`,
  );
  const moved = run`
    update askwell_webhooks set position = ${to}, seen_seq = coalesce(${seenSeq}, seen_seq) where id = ${id}`;
  yield* together([inserted, moved]);
  return true;
});

const columnTypes = ['bigint', 'bigint', 'text', 'text', 'text', 'text', 'bigint', 'bigint', 'bigint'] as const;

/** Selects those of the asks whose events wait until an earlier one was sent. */
function* selectBlockedAsks(id: number, asks: readonly string[]): Operation<ReadonlySet<string>> {
  if (asks.length === 0) return new Set();
  const rows = yield* all<{ ask_id: string }>`
    select distinct ask_id from askwell_deliveries
    where webhook_id = ${id} and ask_id ${anyOf('text', asks)} and status = 'pending' and in_order = 1 and attempts > 0`;
  return new Set(rows.map(({ ask_id }) => ask_id));
}

/** Where a webhook stands. */
export interface WebhookPosition {
  position: string;
  /** The position of the log up to which it has read everything. */
  seen_seq: number;
  /** A JSON list. */
  types: string;
  /** The position of the log of its account. */
  last_seq: number;
  /** The number of its events that wait. */
  pending: number;
}

/** Selects where a webhook stands. Returns undefined if it is no longer the sender's. */
export function selectWebhookPosition(id: number, sender: string) {
  return one<WebhookPosition>`
    select w.position, w.seen_seq, w.types, coalesce((select h.last_seq from askwell_change_heads h where h.account_id = w.account_id), 0) as last_seq,
      (select count(*) from askwell_deliveries d where d.webhook_id = w.id and d.status = 'pending') as pending
    from askwell_webhooks w where w.id = ${id} and w.lease = ${sender} and w.enabled = 1`;
}
