import { fromHex, toHex } from '../../base/crypto/hex.js';
import { findCreation, type IdempotentRequest, saveCreation } from '../../db/idempotency.js';
import { lockAsk } from '../../db/locks.js';
import { type Operation, write } from '../../db/operation.js';
import { all, type Fragment, one, run, sql } from '../../db/sql/statement.js';
import { selectTicketCounters } from './ticket-queries.js';

/** The number of tickets that one write checks. Small enough not to delay other writes. */
const sliceSize = 1_000;

/** The outcome of withdrawing a ticket. */
export type WithdrawalOutcome = 'withdrawn' | 'used' | 'unknown' | 'stale';

/** Whether the ticket `t` has an answer that counts, also if the answer was purged. */
export const isUsed: Fragment = sql`(
  exists (select 1 from askwell_answers r where r.ask = t.ask and r.voter = t.voter and r.nth is not null)
  or exists (select 1 from askwell_purged_voters p where p.ask = t.ask and p.voter = t.voter))`;

/** A slice of the tickets of an ask, in the order of their voters. */
export interface TicketSlice {
  readonly ask: number;
  /** The last voter of the previous slice, in hexadecimal. Empty for the first slice. */
  readonly after: string;
  /** The version that the ask must have. Null for every version. */
  readonly onlyVersion: number | null;
  readonly idempotency: IdempotentRequest | null;
}

/** The outcome of a slice. */
type SliceOutcome =
  | { readonly withdrawn: number; readonly last: string }
  /** The last slice. `left` is a JSON object with the numbers of tickets and voters. */
  | { readonly withdrawn: number; readonly left: string }
  /** The numbers that an earlier request with the same key left, like `left`. */
  | { readonly resource: string }
  | { readonly refused: 'stale' | 'mismatch' };

/**
 * Deletes the unused tickets of a slice, unless the ask has another version, or an earlier request with the same key was completed. The
 * last slice saves the key.
 */
export const withdrawUnusedTickets = write(
  'tickets.withdraw_unused',
  function* ({ ask, after, onlyVersion, idempotency }: TicketSlice): Operation<SliceOutcome> {
    // Requests with the same key are for the same ask, so its lock is enough.
    yield* lockAsk(ask);
    const earlier = idempotency && (yield* findCreation(idempotency));
    if (earlier) return earlier;
    if (yield* isStale(ask, onlyVersion)) return { refused: 'stale' };
    const slice = yield* all<{ voter: Uint8Array; used: number }>`
      select t.voter, ${isUsed} as used from askwell_tickets t
      where t.ask = ${ask} and t.voter > ${fromHex(after)} order by t.voter limit ${sliceSize}`;
    const last = slice.at(-1)?.voter;
    const withdrawn = slice.filter(({ used }) => used === 0).length;
    if (last && withdrawn > 0) {
      yield* run`
        delete from askwell_tickets as t
        where t.ask = ${ask} and t.voter > ${fromHex(after)} and t.voter <= ${last} and not ${isUsed}`;
      yield* run`update askwell_counters set tickets = tickets - ${withdrawn} where ask = ${ask}`;
    }
    if (last && slice.length === sliceSize) return { withdrawn, last: toHex(last) };
    const { tickets = 0, voters = 0 } = (yield* selectTicketCounters(ask)) ?? {};
    const left = JSON.stringify({ tickets, voters });
    if (idempotency) yield* saveCreation(idempotency, left);
    return { withdrawn, left };
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
