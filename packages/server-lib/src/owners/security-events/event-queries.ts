import type { Micros } from '../../base/clock.js';
import { lockAccounts } from '../../db/locks.js';
import { type Operation, write } from '../../db/operation.js';
import { all, one, run } from '../../db/sql/statement.js';
import { maxStoredEvents } from './limits.js';

/** A count starts again if no event of the kind happened for this time. */
const countPeriod: Micros = 24 * 3600 * 1_000_000;

/** An event to store, or several events of a kind that is counted. */
export interface NewEventRow {
  readonly account: number;
  readonly kind: string;
  readonly isCounted: boolean;
  /** The fingerprint of the client. */
  readonly client: string | null;
  /** The name of the key or site. */
  readonly subject: string | null;
  readonly n: number;
  readonly firstAt: Micros;
  readonly at: Micros;
}

export interface EventRow {
  id: number;
  kind: string;
  client: string | null;
  subject: string | null;
  n: number;
  first_at: Micros;
  at: Micros;
}

/** Stores the events of about one second. */
export const recordEvents = write('securityEvents.record', function* (input: { events: readonly NewEventRow[] }) {
  yield* lockAccounts([...new Set(input.events.map((event) => event.account))]);
  for (const event of input.events) {
    if (event.isCounted && (yield* incrementCount(event))) continue;
    yield* insertEvent(event);
  }
  for (const account of new Set(input.events.map((event) => event.account))) {
    yield* run`
      delete from askwell_security_events where account_id = ${account} and id not in (
        select id from askwell_security_events where account_id = ${account} order by at desc, id desc limit ${maxStoredEvents})`;
  }
  return null;
});

/** Adds events to the row that counts them. Returns false if there is no such row. */
function* incrementCount({ account, kind, client, n, firstAt, at }: NewEventRow): Operation<boolean> {
  const row = yield* one<{ id: number }>`
    update askwell_security_events set
      n = case when at > ${firstAt - countPeriod} then n else 0 end + ${n},
      first_at = case when at > ${firstAt - countPeriod} then first_at else ${firstAt} end,
      client = ${client}, at = ${at}
    where account_id = ${account} and kind = ${kind} returning id`;
  return row !== undefined;
}

/** Inserts an event, unless the account was deleted in the meantime. */
function* insertEvent({ account, kind, client, subject, n, firstAt, at }: NewEventRow): Operation<void> {
  yield* run`
    insert into askwell_security_events (account_id, kind, client, subject, n, first_at, at)
    select id, ${kind}, ${client}, ${subject}, ${n}, ${firstAt}, ${at} from askwell_accounts where id = ${account}`;
}

/** An account's events, newest first. */
export function selectEvents(account: number) {
  return all<EventRow>`
    select id, kind, client, subject, n, first_at, at from askwell_security_events
    where account_id = ${account} order by at desc, id desc`;
}
