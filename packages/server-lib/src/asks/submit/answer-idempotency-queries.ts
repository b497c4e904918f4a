import type { Micros } from '../../clock.js';
import { fromHex, toHex } from '../../crypto/hex.js';
import { chunks } from '../../store/chunks.js';
import type { Operation } from '../../store/operation.js';
import { all, type Fragment, one, rows, run, sql } from '../../store/statement.js';
import { timePart } from '../ids.js';
import {
  dayOf,
  type EarlierOutcome,
  earliestRemembered,
  type IdempotencyMark,
  type IdempotencyRow,
  isRemembered,
  toIdempotencyRow,
} from './answer-idempotency.js';

/** Returns the outcome of an earlier request with the same Idempotency-Key, or undefined if there is none. */
export function* findEarlierOutcome(
  ask: number,
  { slot, body, belongsToVoter }: IdempotencyMark,
  voter: string | null,
  at: Micros,
): Operation<EarlierOutcome | undefined> {
  const day = dayOf(at);
  const found = yield* selectIdempotencyRows(ask, [day - 1, day, day + 1], [slot]);
  if (belongsToVoter && voter !== null) found.push(...(yield* selectVoterIdempotencyRows(ask, voter)));
  const earlier = found.findLast((row) => row.slot === slot && isRemembered(row, at));
  return earlier && (yield* repeatOutcome(ask, earlier, body));
}

function* selectVoterIdempotencyRows(ask: number, voter: string): Operation<IdempotencyRow[]> {
  const found = yield* all<{ id: string; replay: Uint8Array; created_at: Micros }>`
    select id, replay, created_at from askwell_answers
    where ask = ${ask} and voter = ${fromHex(voter)} and nth is not null and replay is not null order by id`;
  return found.map(toIdempotencyRow);
}

/**
 * Copies the Idempotency-Keys of answers that are about to be deleted, so that repeated requests are still recognized.
 * Copies those of one answer, or of all answers up to the ID `last`. In the query, 86400000000 and 1000000 are a day
 * and a second in microseconds, and 10 is the number of bytes of a slot.
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

/** Selects stored Idempotency-Keys, the earliest day first. */
export function* selectIdempotencyRows(
  ask: number,
  days: readonly number[],
  slots: readonly string[],
): Operation<IdempotencyRow[]> {
  const found = yield* all<Omit<IdempotencyRow, 'slot' | 'body'> & { slot: Uint8Array; body: Uint8Array }>`
    select slot, body, answer, day, second, changed from askwell_replays
    where ask = ${ask} and day in ${rows([days])} and slot in ${rows([slots.map(fromHex)])} order by day`;
  return found.map((row) => ({ ...row, slot: toHex(row.slot), body: toHex(row.body) }));
}

/**
 * Returns the outcome of a repeated request.
 *
 * @param isPending Whether the answer is part of the running write, and not in the database yet.
 */
export function* repeatOutcome(
  ask: number,
  earlier: Pick<IdempotencyRow, 'body' | 'answer' | 'changed'>,
  body: string,
  isPending = false,
): Operation<EarlierOutcome> {
  if (earlier.body !== body) return { refused: 'mismatch' };
  const exists =
    isPending ||
    (yield* one`select 1 from askwell_answers where ask = ${ask} and id = ${earlier.answer}`) !== undefined;
  return exists ? { answer: earlier.answer, changed: earlier.changed === 1, replayed: true } : { refused: 'gone' };
}

/** An Idempotency-Key with its ask. */
export interface AskIdempotencyRow {
  readonly ask: number;
  readonly row: IdempotencyRow;
}

/** Stores Idempotency-Keys. Deletes the rows of a whole day once all of them have expired. */
export function* writeIdempotencyRows(idempotencyRows: readonly AskIdempotencyRow[]): Operation<void> {
  const oldestDays = new Map<number, number>();
  for (const chunk of chunks(idempotencyRows)) {
    const values = chunk.map(({ ask, row: { day, slot, body, answer, second, changed } }) => {
      oldestDays.set(ask, day - 1);
      return [ask, day, fromHex(slot), fromHex(body), answer, second, changed];
    });
    yield* run`
      insert into askwell_replays (ask, day, slot, body, answer, second, changed) values ${rows(values)}
      on conflict (ask, day, slot) do update
      set body = excluded.body, answer = excluded.answer, second = excluded.second, changed = excluded.changed`;
  }
  for (const [ask, day] of oldestDays) yield* run`delete from askwell_replays where ask = ${ask} and day < ${day}`;
}
