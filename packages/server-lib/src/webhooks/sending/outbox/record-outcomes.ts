import type { Micros } from '../../../clock.js';
import { lockWebhooks } from '../../../store/locks.js';
import { type Operation, write } from '../../../store/operation.js';
import { Bulk, together } from '../../../store/sets/statement-set.js';
import { valuesOf } from '../../../store/sql/dialect.js';
import { all, type Fragment, one, run, type Statement, sql, type Value } from '../../../store/sql/statement.js';
import { type DisabledReason, failPending } from '../../webhook-queries.js';
import type { LogMove, PendingEvent } from './read-events.js';

/** The number of sent events that each webhook keeps. */
export const maxLoggedDeliveries = 500;

/** What became of an attempt. */
export interface Attempt {
  /** The ask in whose order the event is sent. Null if it is in no order. */
  readonly ask: string | null;
  readonly status: 'delivered' | 'failed' | 'pending';
  /** The number of attempts, this one included. */
  readonly attempts: number;
  /** When the next attempt is due. Null if there is none. */
  readonly dueAt: Micros | null;
  readonly at: Micros;
  readonly responseStatus: number | null;
  readonly response: string | null;
  readonly problem: string | null;
  /** Milliseconds. */
  readonly duration: number;
}

/** An event of the log that becomes a delivery. */
export interface AddedEvent {
  readonly event: PendingEvent;
  /** Whether an earlier event of its ask has to be sent first. */
  readonly isBlocked: boolean;
  /** Null if it was not sent yet. */
  readonly attempt: Attempt | null;
}

export interface OutcomeRecord {
  readonly id: number;
  readonly sender: string;
  readonly at: Micros;
  /** The new end of the lease. */
  readonly until: Micros;
  /** Gives the webhook back, which is not looked at again before a time. Null: it is kept. */
  readonly release: { readonly wakeAt: Micros } | null;
  /** Where the events were read. Null if none were. */
  readonly log: LogMove | null;
  /** All events of the log from there, in their order. */
  readonly added: readonly AddedEvent[];
  /** Attempts to send events that are among the deliveries already. */
  readonly attempts: readonly { readonly delivery: number; readonly attempt: Attempt }[];
  /** When the first of the latest attempts failed. Null if the last one succeeded. */
  readonly failingSince: Micros | null;
  /** Disables the webhook. */
  readonly disable: DisabledReason | null;
}

/** The deliveries of the added events. Undefined if the webhook is no longer the sender's, and nothing was stored. */
export type AddedDeliveries = readonly { readonly id: number; readonly event_id: string }[] | undefined;

/**
 * Saves what became of events, moves the webhook behind them in the log of changes, and extends its lease or gives it back. All of
 * it is one transaction, so that no event is lost or added twice.
 */
export const recordOutcomes = write('webhooks.record', function* (input: OutcomeRecord): Operation<AddedDeliveries> {
  const { id, sender, at, until, release, log, added, attempts, failingSince, disable } = input;
  yield* lockWebhooks([id]);
  const held = yield* one<{ position: string }>`
    select position from askwell_webhooks where id = ${id} and lease = ${sender} and enabled = 1`;
  if (!held || (log && held.position !== log.from)) return undefined;
  const inserted = insertEvents(id, at, added);
  yield* together([inserted]);
  yield* together(
    attempts.flatMap(({ delivery, attempt }) => [
      saveAttempt(id, delivery, attempt),
      ...moveFollowers(id, delivery, attempt, at),
    ]),
  );
  yield* deleteOldDeliveries(id);
  const isGivenBack = release !== null || disable !== null;
  yield* run`
    update askwell_webhooks set position = ${log?.to ?? held.position}, seen_seq = coalesce(${log?.seenSeq ?? null}, seen_seq),
      failing_since = ${failingSince}, lease = ${isGivenBack ? null : sender}, lease_until = ${isGivenBack ? at : until},
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

/** Adds events to the deliveries, whose IDs are in the order of the events. */
function insertEvents(id: number, now: Micros, added: readonly AddedEvent[]) {
  const values = added.map(({ event, isBlocked, attempt }): Value[] => {
    const { status, attempts, dueAt, at, responseStatus, response, problem, duration } = attempt ?? unsent;
    return [
      ...[id, event.event_id, event.type, event.ask_id, event.answer_id, event.event_at, event.in_order, at ?? now],
      ...[status, attempts, attempt || isBlocked ? dueAt : now, at, responseStatus, response, problem, duration],
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

const unsent = {
  ...{ status: 'pending', attempts: 0, dueAt: null, at: null },
  ...{ responseStatus: null, response: null, problem: null, duration: null },
} as const;

const columnTypes = [
  ...(['bigint', 'text', 'text', 'text', 'text', 'bigint', 'bigint', 'bigint'] as const),
  ...(['text', 'bigint', 'bigint', 'bigint', 'bigint', 'text', 'text', 'bigint'] as const),
];

function saveAttempt(id: number, delivery: number, attempt: Attempt) {
  const { status, attempts, dueAt, at, responseStatus, response, problem, duration } = attempt;
  return run`
    update askwell_deliveries set status = ${status}, attempts = ${attempts}, due_at = ${dueAt}, attempted_at = ${at},
      response_status = ${responseStatus}, response = ${response}, problem = ${problem}, duration = ${duration}
    where id = ${delivery} and webhook_id = ${id} and status = 'pending'`;
}

/** After a failed attempt, the later events of the ask wait. After the last one, or a success, they follow. */
function moveFollowers(
  id: number,
  delivery: number,
  { ask, status, attempts }: Attempt,
  at: Micros,
): Statement<unknown>[] {
  if (ask === null) return [];
  const move = (dueAt: Micros | null, condition: Fragment) => run`
    update askwell_deliveries set due_at = ${dueAt}
    where webhook_id = ${id} and ask_id = ${ask} and status = 'pending' and in_order = 1 and id > ${delivery} and ${condition}`;
  if (status === 'pending') return [move(null, sql`due_at is not null`)];
  return attempts > 1 ? [move(at, sql`due_at is null`)] : [];
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
