import type { Micros } from '../../base/clock.js';
import { fromHex } from '../../base/crypto/hex.js';
import { type CreationOutcome, createOnce, findCreation, type IdempotentRequest } from '../../db/idempotency.js';
import { lockAsk } from '../../db/locks.js';
import { type Operation, write } from '../../db/operation.js';
import { chunks } from '../../db/sets/chunks.js';
import { one, rows, run, type Value } from '../../db/sql/statement.js';
import type { QuotaExceeded } from '../quotas.js';

/** A ticket to store. */
export interface TicketInput {
  /** The hash of the code, in hexadecimal. */
  readonly voter: string;
  /** The first characters of the code. */
  readonly head: string;
  readonly reference: string | null;
}

/** A batch of the tickets of one call. */
export interface TicketBatch {
  readonly ask: number;
  readonly tickets: readonly TicketInput[];
  readonly at: Micros;
  /** The number of tickets of the call in this batch and the following ones. */
  readonly remaining: number;
  /** The maximum number of tickets of the ask. */
  readonly quota: number;
  /** The version that the ask must have. Null for every version. */
  readonly onlyVersion: number | null;
  readonly idempotency: IdempotentRequest | null;
  /** Identifies the call, so that a repeated request gets the same codes. Stored with the last batch. */
  readonly issueRef: string;
}

type TicketRefusal = 'unknown' | 'stale' | QuotaExceeded;
export type TicketBatchOutcome = CreationOutcome<TicketRefusal> | 'more';

/**
 * Stores tickets as the hashes of their voters. Only the first characters of the codes are stored. The codes of an unfinished call
 * are never returned.
 */
export const addTickets = write('tickets.add', function* (input: TicketBatch): Operation<TicketBatchOutcome> {
  const isLast = input.tickets.length === input.remaining;
  if (isLast) return yield* createOnce(input.idempotency, () => insertLastBatch(input));
  const earlier = input.idempotency && (yield* findCreation(input.idempotency));
  return earlier ?? (yield* insertBatch(input)) ?? 'more';
});

function* insertLastBatch(input: TicketBatch): Operation<CreationOutcome<TicketRefusal>> {
  return (yield* insertBatch(input)) ?? { resource: input.issueRef, row: undefined };
}

function* insertBatch(input: TicketBatch): Operation<{ refused: TicketRefusal } | undefined> {
  const { ask, tickets, remaining, quota, onlyVersion, at } = input;
  yield* lockAsk(ask);
  const row = yield* one<{ tickets: number; version: number }>`
    select c.tickets, a.version from askwell_asks a join askwell_counters c on c.ask = a.seq where a.seq = ${ask}`;
  if (!row) return { refused: 'unknown' };
  if (onlyVersion !== null && row.version !== onlyVersion) return { refused: 'stale' };
  const wouldBe = row.tickets + remaining;
  if (wouldBe > quota) return { refused: { quota: 'tickets', wouldBe, limit: quota } };
  const last = yield* one<{ n: number | null }>`select max(n) as n from askwell_tickets where ask = ${ask}`;
  const first = (last?.n ?? 0) + 1;
  const values = tickets.map(({ voter, head, reference }, index): Value[] => [
    fromHex(voter),
    first + index,
    head,
    reference,
  ]);
  for (const chunk of chunks(values)) {
    yield* run`
      insert into askwell_tickets (ask, voter, n, head, reference, created_at)
      values ${rows(chunk.map((cells) => [ask, ...cells, at]))}`;
  }
  yield* run`update askwell_counters set tickets = tickets + ${tickets.length} where ask = ${ask}`;
  return undefined;
}

/** Deletes tickets whose codes were never returned. */
export const removeTickets = write(
  'tickets.remove',
  function* ({ ask, voters }: { readonly ask: number; readonly voters: readonly string[] }): Operation<null> {
    yield* lockAsk(ask);
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

/** The numbers of tickets and voters of an ask. */
export interface TicketCounters {
  readonly tickets: number;
  readonly voters: number;
}

/** Selects the numbers of tickets and voters of an ask. */
export function selectTicketCounters(ask: number) {
  return one<TicketCounters>`select tickets, voters from askwell_counters where ask = ${ask}`;
}
