import type { Micros } from '../../../clock.js';
import { lockWebhooks } from '../../../store/locks.js';
import { type Operation, write } from '../../../store/operation.js';
import { together } from '../../../store/sets/statement-set.js';
import { type Fragment, one, run, type Statement, sql } from '../../../store/sql/statement.js';
import { type DisabledReason, failPending } from '../../webhook-queries.js';

/** The number of sent events that each webhook keeps. */
export const maxLoggedDeliveries = 500;

/** What became of an attempt. */
export interface Attempt {
  readonly delivery: number;
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

export interface AttemptRecord {
  readonly id: number;
  readonly sender: string;
  readonly at: Micros;
  /** The new end of the lease. */
  readonly until: Micros;
  readonly attempts: readonly Attempt[];
  /** When the first of the latest attempts failed. Null if the last one succeeded. */
  readonly failingSince: Micros | null;
  /** Disables the webhook. */
  readonly disable: DisabledReason | null;
}

/** Saves the outcomes of attempts, and extends the lease. Returns false if the webhook is no longer the sender's. */
export const recordAttempts = write('webhooks.record', function* (input: AttemptRecord): Operation<boolean> {
  const { id, sender, at, until, attempts, failingSince, disable } = input;
  yield* lockWebhooks([id]);
  const held = yield* one`select 1 from askwell_webhooks where id = ${id} and lease = ${sender} and enabled = 1`;
  if (!held) return false;
  yield* together(attempts.flatMap((attempt) => [saveAttempt(id, attempt), ...moveFollowers(id, attempt, at)]));
  yield* deleteOldDeliveries(id);
  if (disable === null) {
    yield* run`
      update askwell_webhooks set lease_until = ${until}, failing_since = ${failingSince} where id = ${id}`;
    return true;
  }
  yield* failPending(id, at);
  yield* run`
    update askwell_webhooks set enabled = 0, disabled_reason = ${disable}, failing_since = ${failingSince}, lease = null,
      updated_at = ${at}, version = version + 1
    where id = ${id}`;
  return false;
});

function saveAttempt(id: number, attempt: Attempt) {
  const { delivery, status, attempts, dueAt, at, responseStatus, response, problem, duration } = attempt;
  return run`
    update askwell_deliveries set status = ${status}, attempts = ${attempts}, due_at = ${dueAt}, attempted_at = ${at},
      response_status = ${responseStatus}, response = ${response}, problem = ${problem}, duration = ${duration}
    where id = ${delivery} and webhook_id = ${id} and status = 'pending'`;
}

/** After a failed attempt, the later events of the ask wait. After the last one, or a success, they follow. */
function moveFollowers(id: number, { delivery, ask, status, attempts }: Attempt, at: Micros): Statement<unknown>[] {
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
