import type { Micros } from '../../base/clock.js';
import type { Lease } from '../../db/changes/lease.js';
import { lockWebhooks } from '../../db/locks.js';
import { type Operation, write } from '../../db/operation.js';
import { Bulk, together } from '../../db/sets/statement-set.js';
import { anyOf, typed, valuesOf } from '../../db/sql/dialect.js';
import { all, one, run, sql, type Value } from '../../db/sql/statement.js';
import { maxLoggedDeliveries } from './limits.js';
import type { LogMove, PendingEvent } from './read-events.js';
import { type DisabledReason, failPending } from './webhook-queries.js';

/** The outcome of an attempt. */
export interface Attempt {
  /** The ask in whose order the event is sent. Null if it has no order. */
  readonly ask: string | null;
  readonly status: 'delivered' | 'failed' | 'pending';
  /** The number of attempts, this one included. */
  readonly attempts: number;
  /** When the next attempt is due. Null if there is no next attempt. */
  readonly dueAt: Micros | null;
  readonly at: Micros;
  readonly responseStatus: number | null;
  readonly response: string | null;
  readonly problem: string | null;
  /** Milliseconds. */
  readonly duration: number;
}

/** The outcome of an event. */
export interface EventOutcome {
  readonly event: PendingEvent;
  /** Null if it was not sent yet. */
  readonly attempt: Attempt | null;
}

/** The outcomes of events, with the new end of the lease. */
export interface OutcomeRecord extends Lease {
  readonly id: number;
  /** Releases the webhook until `wakeAt`. Null: the lease is kept. */
  readonly release: { readonly wakeAt: Micros } | null;
  /** The range of the log that was read. Null if nothing was read. */
  readonly log: LogMove | null;
  /** All events of this range, in their order, and the sent events of the deliveries. */
  readonly outcomes: readonly EventOutcome[];
  /** When the first of the latest attempts failed. Null if the last one succeeded. */
  readonly failingSince: Micros | null;
  /** The reason to disable the webhook. Null: it stays enabled. */
  readonly disable: DisabledReason | null;
}

/** The deliveries of the added events. Undefined if the process no longer has the lease, and nothing was stored. */
export type AddedDeliveries = readonly { readonly id: number; readonly event_id: string }[] | undefined;

/**
 * Saves the outcomes of events, moves the position of the webhook after them, and extends or releases its lease. All of this is one
 * transaction, so that no event is lost or added twice.
 */
export const recordOutcomes = write('webhooks.record', function* (input: OutcomeRecord): Operation<AddedDeliveries> {
  const { id, holder, at, until, release, log, outcomes, failingSince, disable } = input;
  yield* lockWebhooks([id]);
  const held = yield* one<{ position: string }>`
    select position from askwell_webhooks where id = ${id} and lease = ${holder} and enabled = 1`;
  if (!held || (log && held.position !== log.from)) return undefined;
  const inserted = insertEvents(id, at, outcomes);
  yield* together([
    inserted,
    ...saveAttempts(id, outcomes),
    ...holdFollowers(id, at, outcomes),
    deleteOldDeliveries(id),
  ]);
  const isGivenBack = release !== null || disable !== null;
  yield* run`
    update askwell_webhooks set position = ${log?.to ?? held.position}, seen_seq = coalesce(${log?.seenSeq ?? null}, seen_seq),
      failing_since = ${failingSince}, lease = ${isGivenBack ? null : holder}, lease_until = ${isGivenBack ? at : until},
      wake_at = ${release?.wakeAt ?? 0}
    where id = ${id}`;
  if (disable !== null) {
    yield* failPending(id, at);
    yield* run`
      update askwell_webhooks set enabled = 0, disabled_reason = ${disable}, updated_at = ${at}, version = version + 1
      where id = ${id}`;
  }
  return inserted.rows;
});

type AddedRow = NonNullable<AddedDeliveries>[number];

/** Adds the events that have no deliveries yet. The IDs of the deliveries are in the order of the events. */
function insertEvents(id: number, now: Micros, outcomes: readonly EventOutcome[]) {
  const added = outcomes.filter(({ event }) => event.id === null);
  const values = added.map(({ event, attempt }): Value[] => {
    const unsent = { status: 'pending', attempts: 0, dueAt: now, at: null, ...noResponse };
    const { status, attempts, dueAt, at, responseStatus, response, problem, duration } = attempt ?? unsent;
    return [
      ...[id, event.event_id, event.type, event.ask_id, event.answer_id, event.event_at, event.in_order, at ?? now],
      ...[status, attempts, dueAt, at, responseStatus, response, problem, duration],
    ];
  });
  return new Bulk(
    values,
    (rows) => all<AddedRow>`
      insert into askwell_deliveries (webhook_id, event_id, type, ask_id, answer_id, event_at, in_order, created_at, status, attempts,
        due_at, attempted_at, response_status, response, problem, duration)
      ${valuesOf(columnTypes, rows)} returning id, event_id`,
  );
}

const noResponse = { responseStatus: null, response: null, problem: null, duration: null };

const columnTypes = [
  ...(['bigint', 'text', 'text', 'text', 'text', 'bigint', 'bigint', 'bigint'] as const),
  ...(['text', 'bigint', 'bigint', 'bigint', 'bigint', 'text', 'text', 'bigint'] as const),
];

function saveAttempts(id: number, outcomes: readonly EventOutcome[]) {
  return outcomes.flatMap(({ event, attempt }) => {
    if (event.id === null || attempt === null) return [];
    const { status, attempts, dueAt, at, responseStatus, response, problem, duration } = attempt;
    return run`
      update askwell_deliveries set status = ${status}, attempts = ${attempts}, due_at = ${dueAt}, attempted_at = ${at},
        response_status = ${responseStatus}, response = ${response}, problem = ${problem}, duration = ${duration}
      where id = ${event.id} and webhook_id = ${id} and status = 'pending'`;
  });
}

/** Removes the due time of events while an earlier event of their ask waits for another attempt, and sets it again afterwards. */
function holdFollowers(id: number, at: Micros, outcomes: readonly EventOutcome[]) {
  const asks = new Set(outcomes.flatMap(({ event }) => (event.in_order === 1 ? (event.ask_id ?? []) : [])));
  if (asks.size === 0) return [];
  const hasFailedBefore = sql`exists (
    select 1 from askwell_deliveries f where f.webhook_id = d.webhook_id and f.ask_id = d.ask_id and f.status = 'pending'
      and f.in_order = 1 and f.attempts > 0 and f.id < d.id)`;
  return [
    run`
      update askwell_deliveries as d set due_at = case when due_at is null then ${typed('bigint', at)} end
      where webhook_id = ${id} and ask_id ${anyOf('text', [...asks])} and status = 'pending' and in_order = 1 and attempts = 0
        and (due_at is null) <> ${hasFailedBefore}`,
  ];
}

function deleteOldDeliveries(id: number) {
  return run`
    delete from askwell_deliveries where webhook_id = ${id} and status <> 'pending' and id < (
      select min(id) from (
        select id from askwell_deliveries where webhook_id = ${id} and status <> 'pending'
        order by id desc limit ${maxLoggedDeliveries}) newest)`;
}

/** How long sent events are kept. */
const retention: Micros = 30 * 24 * 3_600 * 1_000_000;

/** The number of deliveries that one write deletes. */
const deletionBatchSize = 500;

/** Deletes deliveries that ended long ago. Returns whether some may be left. */
export const deleteExpiredDeliveries = write('webhooks.expire', function* ({ at }: { at: Micros }): Operation<boolean> {
  const row = yield* one<{ n: number }>`
    with old as (
      select id from askwell_deliveries where created_at < ${at - retention} order by created_at limit ${deletionBatchSize})
    select count(*) as n from old`;
  yield* run`
    delete from askwell_deliveries where id in (
      select id from askwell_deliveries where created_at < ${at - retention} order by created_at limit ${deletionBatchSize})`;
  return row?.n === deletionBatchSize;
});
