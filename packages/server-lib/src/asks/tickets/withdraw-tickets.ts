import { fromHex, toHex } from '../../crypto/hex.js';
import { lockAsk } from '../../store/locks.js';
import { type Operation, write } from '../../store/operation.js';
import { all, type Fragment, one, run, sql } from '../../store/sql/statement.js';

/** The number of tickets that one write looks at. Small enough not to delay other writes. */
const sliceSize = 1_000;

/** What became of a ticket that its owner withdraws. */
export type WithdrawalOutcome = 'withdrawn' | 'used' | 'unknown' | 'stale';

/** Whether the ticket `t` has an answer that counts, also if the answer was purged. */
export const isUsed: Fragment = sql`(
  exists (select 1 from askwell_answers r where r.ask = t.ask and r.voter = t.voter and r.nth is not null)
  or exists (select 1 from askwell_purged_voters p where p.ask = t.ask and p.voter = t.voter))`;

/** A slice of the tickets of an ask, in the order of their voters. */
export interface TicketSlice {
  readonly ask: number;
  /** The last voter of the slice before, in hexadecimal. Empty for the first slice. */
  readonly after: string;
  /** The version that the ask must have. Null for every version. */
  readonly onlyVersion: number | null;
}

/**
 * Deletes the unused tickets of a slice, unless the ask has another version. Returns how many, and the last voter; null after the last
 * slice.
 */
export const withdrawUnusedTickets = write(
  'tickets.withdraw_unused',
  function* ({
    ask,
    after,
    onlyVersion,
  }: TicketSlice): Operation<{ withdrawn: number; last: string } | 'stale' | null> {
    yield* lockAsk(ask);
    if (yield* isStale(ask, onlyVersion)) return 'stale';
    const slice = yield* all<{ voter: Uint8Array; used: number }>`
      select t.voter, ${isUsed} as used from askwell_tickets t
      where t.ask = ${ask} and t.voter > ${fromHex(after)} order by t.voter limit ${sliceSize}`;
    const last = slice.at(-1)?.voter;
    if (!last) return null;
    const withdrawn = slice.filter(({ used }) => used === 0).length;
    if (withdrawn > 0) {
      yield* run`
        delete from askwell_tickets as t
        where t.ask = ${ask} and t.voter > ${fromHex(after)} and t.voter <= ${last} and not ${isUsed}`;
      yield* run`update askwell_counters set tickets = tickets - ${withdrawn} where ask = ${ask}`;
    }
    return { withdrawn, last: toHex(last) };
  },
);

/** A ticket to withdraw. */
export interface Withdrawal {
  readonly ask: number;
  readonly voter: string;
  /** The version that the ask must have. Null for every version. */
  readonly onlyVersion: number | null;
}

/** Deletes a ticket, unless it was used or the ask has another version. */
export const withdrawTicket = write(
  'tickets.withdraw',
  function* ({ ask, voter, onlyVersion }: Withdrawal): Operation<WithdrawalOutcome> {
    yield* lockAsk(ask);
    if (yield* isStale(ask, onlyVersion)) return 'stale';
    const ticket = yield* one<{ used: number }>`
      select ${isUsed} as used from askwell_tickets t where t.ask = ${ask} and t.voter = ${fromHex(voter)}`;
    if (!ticket) return 'unknown';
    if (ticket.used !== 0) return 'used';
    yield* run`delete from askwell_tickets where ask = ${ask} and voter = ${fromHex(voter)}`;
    yield* run`update askwell_counters set tickets = tickets - 1 where ask = ${ask}`;
    return 'withdrawn';
  },
);

function* isStale(ask: number, onlyVersion: number | null): Operation<boolean> {
  if (onlyVersion === null) return false;
  const found = yield* one<{ version: number }>`select version from askwell_asks where seq = ${ask}`;
  return found !== undefined && found.version !== onlyVersion;
}
