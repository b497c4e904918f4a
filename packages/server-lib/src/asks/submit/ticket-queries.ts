import { fromHex } from '../../crypto/hex.js';
import { chunks } from '../../store/chunks.js';
import { type CreationOutcome, createOnce, findCreation, type IdempotentRequest } from '../../store/idempotency.js';
import { type Operation, write } from '../../store/operation.js';
import { one, rows, run } from '../../store/statement.js';
import type { OverQuota } from '../quotas.js';

/** Some of the tickets of one call. */
export interface TicketSlice {
  readonly ask: number;
  readonly voters: readonly string[];
  /** How many tickets of the call come with this slice and after it. */
  readonly remaining: number;
  /** The most that the ask may have. */
  readonly quota: number;
  readonly idempotency: IdempotentRequest | null;
  /** What the same request finds the codes again by. It is remembered with the last slice. */
  readonly made: string;
}

export type SliceAdded = CreationOutcome<'unknown' | OverQuota> | 'more';

/**
 * Keeps tickets by what their voters will be known as; the codes themselves are never stored. Those of an unfinished call
 * are never shown.
 */
export const addTickets = write('tickets.add', function* (input: TicketSlice): Operation<SliceAdded> {
  const isLast = input.voters.length === input.remaining;
  if (isLast) return yield* createOnce(input.idempotency, () => insertLast(input));
  const before = input.idempotency && (yield* findCreation(input.idempotency));
  return before ?? (yield* insertSlice(input)) ?? 'more';
});

function* insertLast(input: TicketSlice): Operation<CreationOutcome<'unknown' | OverQuota>> {
  return (yield* insertSlice(input)) ?? { resource: input.made };
}

function* insertSlice(input: TicketSlice): Operation<{ refused: 'unknown' | OverQuota } | undefined> {
  const { ask, voters, remaining, quota } = input;
  const row = yield* one<{ tickets: number }>`select tickets from askwell_counters where ask = ${ask}`;
  if (!row) return { refused: 'unknown' };
  const wouldBe = row.tickets + remaining;
  if (wouldBe > quota) return { refused: { quota: 'tickets', wouldBe, limit: quota } };
  for (const part of chunks(voters)) {
    yield* run`insert into askwell_tickets (ask, voter) values ${rows(part.map((voter) => [ask, fromHex(voter)]))}`;
  }
  yield* run`update askwell_counters set tickets = tickets + ${voters.length} where ask = ${ask}`;
  return undefined;
}

/** Takes tickets back that no one was shown. */
export const removeTickets = write(
  'tickets.remove',
  function* ({ ask, voters }: Pick<TicketSlice, 'ask' | 'voters'>): Operation<null> {
    let removed = 0;
    for (const voter of voters) {
      const row = yield* one`delete from askwell_tickets where ask = ${ask} and voter = ${fromHex(voter)} returning 1`;
      if (row) removed++;
    }
    yield* run`update askwell_counters set tickets = tickets - ${removed} where ask = ${ask}`;
    return null;
  },
);

export function* isTicket(ask: number, voter: string): Operation<boolean> {
  return (yield* one`select 1 from askwell_tickets where ask = ${ask} and voter = ${fromHex(voter)}`) !== undefined;
}

/** Tickets and voters of an ask, from its counters. */
export function ticketCounters(ask: number) {
  return one<{ tickets: number; voters: number }>`select tickets, voters from askwell_counters where ask = ${ask}`;
}
