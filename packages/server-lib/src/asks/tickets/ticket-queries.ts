import { fromHex } from '../../crypto/hex.js';
import { chunks } from '../../store/chunks.js';
import { type CreationOutcome, createOnce, findCreation, type IdempotentRequest } from '../../store/idempotency.js';
import { lockAsk } from '../../store/locks.js';
import { type Operation, write } from '../../store/operation.js';
import { one, rows, run } from '../../store/statement.js';
import type { QuotaExceeded } from '../quotas.js';

/** A batch of the tickets of one call. */
export interface TicketBatch {
  readonly ask: number;
  readonly voters: readonly string[];
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
 * Stores tickets as the hashes of their voters. The codes are never stored, and those of an unfinished call are never
 * returned.
 */
export const addTickets = write('tickets.add', function* (input: TicketBatch): Operation<TicketBatchOutcome> {
  const isLast = input.voters.length === input.remaining;
  if (isLast) return yield* createOnce(input.idempotency, () => insertLastBatch(input));
  const earlier = input.idempotency && (yield* findCreation(input.idempotency));
  return earlier ?? (yield* insertBatch(input)) ?? 'more';
});

function* insertLastBatch(input: TicketBatch): Operation<CreationOutcome<TicketRefusal>> {
  return (yield* insertBatch(input)) ?? { resource: input.issueRef, row: undefined };
}

function* insertBatch(input: TicketBatch): Operation<{ refused: TicketRefusal } | undefined> {
  const { ask, voters, remaining, quota, onlyVersion } = input;
  yield* lockAsk(ask);
  const row = yield* one<{ tickets: number; version: number }>`
    select c.tickets, a.version from askwell_asks a join askwell_counters c on c.ask = a.seq where a.seq = ${ask}`;
  if (!row) return { refused: 'unknown' };
  if (onlyVersion !== null && row.version !== onlyVersion) return { refused: 'stale' };
  const wouldBe = row.tickets + remaining;
  if (wouldBe > quota) return { refused: { quota: 'tickets', wouldBe, limit: quota } };
  for (const chunk of chunks(voters)) {
    yield* run`insert into askwell_tickets (ask, voter) values ${rows(chunk.map((voter) => [ask, fromHex(voter)]))}`;
  }
  yield* run`update askwell_counters set tickets = tickets + ${voters.length} where ask = ${ask}`;
  return undefined;
}

/** Deletes tickets whose codes were never returned. */
export const removeTickets = write(
  'tickets.remove',
  function* ({ ask, voters }: Pick<TicketBatch, 'ask' | 'voters'>): Operation<null> {
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

/** Selects the numbers of tickets and voters of an ask. */
export function selectTicketCounters(ask: number) {
  return one<{ tickets: number; voters: number }>`select tickets, voters from askwell_counters where ask = ${ask}`;
}
