import type { Micros } from '../../base/clock.js';
import { fromHex, toHex } from '../../base/crypto/hex.js';
import type { Operation } from '../../db/operation.js';
import { Bulk, type Step, together } from '../../db/sets/statement-set.js';
import { anyOf, valuesOf } from '../../db/sql/dialect.js';
import { all, type Fragment, rows, run, sql, type Value } from '../../db/sql/statement.js';
import { timePart } from '../ids.js';
import {
  daysAround,
  type EarlierOutcome,
  earliestRemembered,
  type IdempotencyMark,
  type IdempotencyRow,
  isRemembered,
  repeatOutcome,
  toIdempotencyRow,
} from './answer-idempotency.js';
import { type AskKey, toBytesRow } from './ask-key.js';

/** Returns the outcome of an earlier request with the same Idempotency-Key, or undefined if there was no such request. */
export function* findEarlierOutcome(
  ask: number,
  { slot, body, belongsToVoter }: IdempotencyMark,
  voter: string | null,
  at: Micros,
): Operation<EarlierOutcome | undefined> {
  const stored = selectIdempotencyRows([{ ask, text: slot }], daysAround([at]));
  yield* together([stored]);
  const found = stored.rows.map((row) => ({ row: toIdempotencyRowOf(row), isStored: row.is_stored === 1 }));
  if (belongsToVoter && voter !== null) {
    for (const row of yield* selectVoterIdempotencyRows(ask, voter)) found.push({ row, isStored: true });
  }
  const earlier = found.findLast(({ row }) => row.slot === slot && isRemembered(row, at));
  return earlier && repeatOutcome(earlier.row, body, earlier.isStored);
}

function* selectVoterIdempotencyRows(ask: number, voter: string): Operation<IdempotencyRow[]> {
  const found = yield* all<{ id: string; replay: Uint8Array; created_at: Micros }>`
    select id, replay, created_at from askwell_answers
    where ask = ${ask} and voter = ${fromHex(voter)} and nth is not null and replay is not null order by id`;
  return found.map(toIdempotencyRow);
}

/**
 * Copies the Idempotency-Keys of answers that are about to be deleted, so that repeated requests are still recognized. Copies the
 * keys of one answer, or of all answers up to the ID `last`. In the query, 86400000000 and 1000000 are a day and a second in
 * microseconds, and 10 is the number of bytes of a slot.
 */
export function saveIdempotencyMarks(ask: number, id: string | null, at: Micros, last = '~'): Operation<void> {
  const first = timePart(earliestRemembered(at));
  return saveMarks(ask, at, sql`id >= ${id ?? first} and id <= ${id ?? last}`);
}

/** Stores the Idempotency-Keys of several answers that are about to be deleted. */
export function saveIdempotencyMarksOf(ask: number, ids: readonly string[], at: Micros): Operation<void> {
  return saveMarks(ask, at, sql`id in ${rows([ids])}`);
}

function* saveMarks(ask: number, at: Micros, selected: Fragment): Operation<void> {
  yield* run`
    insert into askwell_replays (ask, day, slot, body, answer, second, changed)
    select ask, created_at / 86400000000, substr(replay, 1, 10), substr(replay, 11), id,
      (created_at + 999999) / 1000000 - created_at / 86400000000 * 86400, 0
    from askwell_answers
    where ask = ${ask} and ${selected} and created_at > ${earliestRemembered(at)} and replay is not null
    on conflict (ask, day, slot) do nothing`;
}

type StoredIdempotencyRow = Omit<IdempotencyRow, 'slot' | 'body'> & {
  ask: number;
  slot: Uint8Array;
  body: Uint8Array;
  /** 1 if the answer still exists. */
  is_stored: number;
};

/** Selects stored Idempotency-Keys by their slots, the earliest day first. */
export function selectIdempotencyRows(
  slots: readonly AskKey[],
  days: readonly number[],
): Bulk<AskKey, StoredIdempotencyRow> {
  return new Bulk(
    slots,
    (part) => all<StoredIdempotencyRow>`
      with k (ask, slot) as (${valuesOf(['bigint', 'bytea'], part.map(toBytesRow))})
      select r.ask, r.slot, r.body, r.answer, r.day, r.second, r.changed,
        exists (select 1 from askwell_answers a where a.ask = r.ask and a.id = r.answer) as is_stored
      from k cross join askwell_replays r
      where r.ask = k.ask and r.slot = k.slot and r.day ${anyOf('bigint', days)} order by r.day`,
  );
}

/** Returns the Idempotency-Key of a row. */
export function toIdempotencyRowOf({ slot, body, answer, day, second, changed }: StoredIdempotencyRow): IdempotencyRow {
  return { slot: toHex(slot), body: toHex(body), answer, day, second, changed };
}

/** An Idempotency-Key with its ask. */
export interface AskIdempotencyRow {
  readonly ask: number;
  readonly row: IdempotencyRow;
}

/**
 * Returns the writes that store Idempotency-Keys and delete expired ones of the same asks. Keys of one slot and day must not be
 * stored twice.
 */
export function idempotencyWrites(stored: readonly AskIdempotencyRow[]): Step[] {
  if (stored.length === 0) return [];
  const firstDay = Math.min(...stored.map(({ row }) => row.day));
  return [
    new Bulk(
      stored,
      (part) => run`
        insert into askwell_replays (ask, day, slot, body, answer, second, changed)
        ${valuesOf(['bigint', 'bigint', 'bytea', 'bytea', 'text', 'bigint', 'bigint'], part.map(toCells))}
        on conflict (ask, day, slot) do update
        set body = excluded.body, answer = excluded.answer, second = excluded.second, changed = excluded.changed`,
    ),
    new Bulk(
      [...new Set(stored.map(({ ask }) => ask))],
      (part) => run`delete from askwell_replays where ask ${anyOf('bigint', part)} and day < ${firstDay - 1}`,
    ),
  ];
}

function toCells({ ask, row: { day, slot, body, answer, second, changed } }: AskIdempotencyRow): Value[] {
  return [ask, day, fromHex(slot), fromHex(body), answer, second, changed];
}
