import { hash } from 'node:crypto';
import { canonicalJson } from '../../api/idempotency.js';
import type { Micros } from '../../clock.js';
import { fromHex, toHex } from '../../crypto/hex.js';
import { shortHmac } from '../../crypto/hmac.js';
import type { Operation } from '../../store/operation.js';
import { all, one, rows, run } from '../../store/statement.js';
import { timePart } from '../ids.js';
import type { IdempotencyKeyOwner } from './visitor-identity.js';

/** The hash of an Idempotency-Key and of the request body, in hexadecimal. */
export interface IdempotencyMark {
  readonly slot: string;
  readonly body: string;
  /**
   * Whether the key belongs to the voter that the answer counts for. The key is then stored with the answer and needs
   * no row of its own.
   */
  readonly belongsToVoter: boolean;
}

/** A stored Idempotency-Key of an accepted answer. */
export interface IdempotencyRow extends Omit<IdempotencyMark, 'belongsToVoter'> {
  readonly answer: string;
  readonly day: number;
  /** The second of the day, rounded up. */
  readonly second: number;
  /** 1 if the request changed an existing answer. */
  readonly changed: number;
}

/** The outcome of an earlier request with the same key. */
export type EarlierOutcome =
  | { readonly answer: string; readonly changed: boolean; readonly replayed: true }
  | { readonly refused: 'mismatch' | 'gone' };

const second: Micros = 1_000_000;
const daySeconds = 24 * 3600;

/**
 * The hexadecimal digits of a slot: 80 bits of a keyed hash, so collisions can neither be found nor happen by chance.
 */
const slotLength = 20;
/** The hexadecimal digits of a body hash: 64 bits, enough to tell the bodies of one slot apart. */
const bodyLength = 16;

/**
 * Returns the slot of an Idempotency-Key. It depends on the ask and the visitor, and on how the visitor is identified,
 * so that a `voter` that looks like an address does not collide with that address.
 */
export function idempotencySlot(
  secret: Buffer,
  ask: string,
  { source, name }: IdempotencyKeyOwner,
  key: string,
): string {
  // Only the name can contain the separator, so it comes last. This makes the text unambiguous.
  return shortHmac(secret, `${ask}\0${source}\0${key}\0${name}`).slice(0, slotLength);
}

/** Returns the hash of a parsed body. */
export function hashBody(body: unknown): string {
  return hash('sha256', canonicalJson(body), 'hex').slice(0, bodyLength);
}

/** Returns the day of a request, counted from 1970. */
export function dayOf(at: Micros): number {
  return Math.floor(at / (daySeconds * second));
}

/** Returns the second of the day, rounded up. */
export function secondOfDay(at: Micros): number {
  return Math.ceil(at / second) - dayOf(at) * daySeconds;
}

/** Returns whether a key is less than a day old. */
export function isRemembered(row: Pick<IdempotencyRow, 'day' | 'second'>, at: Micros): boolean {
  return (row.day + 1) * daySeconds + row.second > at / second;
}

/** Returns the outcome of an earlier request with the same Idempotency-Key, or undefined if there is none. */
export function* findEarlierOutcome(
  ask: number,
  { slot, body, belongsToVoter }: IdempotencyMark,
  voter: string | null,
  at: Micros,
): Operation<EarlierOutcome | undefined> {
  const day = dayOf(at);
  const found = yield* selectIdempotencyRows(ask, [day - 1, day], [slot]);
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

/** Returns the Idempotency-Key that is stored with an answer. */
export function toIdempotencyRow(row: { id: string; replay: Uint8Array; created_at: Micros }): IdempotencyRow {
  const digits = toHex(row.replay);
  return {
    slot: digits.slice(0, slotLength),
    body: digits.slice(slotLength),
    answer: row.id,
    day: dayOf(row.created_at),
    second: secondOfDay(row.created_at),
    changed: 0,
  };
}

/** Returns the bytes to store with an answer. */
export function idempotencyBytes({ slot, body }: IdempotencyMark): Uint8Array {
  return fromHex(slot + body);
}

/**
 * Copies the Idempotency-Keys of answers that are about to be deleted, so that repeated requests are still recognized.
 * Copies those of one answer, or of all answers up to the ID `last`. In the query, 86400000000 and 1000000 are a day
 * and a second in microseconds, and 10 is the number of bytes of a slot.
 */
export function* saveIdempotencyMarks(ask: number, id: string | null, at: Micros, last = '~'): Operation<void> {
  // Keys are remembered with a precision of a second, rounded up.
  const since = at - (daySeconds + 1) * second;
  yield* run`
    insert into askwell_replays (ask, day, slot, body, answer, second, changed)
    select ask, created_at / 86400000000, substr(replay, 1, 10), substr(replay, 11), id,
      (created_at + 999999) / 1000000 - created_at / 86400000000 * 86400, 0
    from askwell_answers
    where ask = ${ask} and id >= ${id ?? timePart(since)} and id <= ${id ?? last} and created_at > ${since}
      and replay is not null
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
