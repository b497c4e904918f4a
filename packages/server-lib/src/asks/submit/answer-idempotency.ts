import { hash } from 'node:crypto';
import { canonicalJson } from '../../api/idempotency.js';
import type { Micros } from '../../clock.js';
import { fromHex, toHex } from '../../crypto/hex.js';
import { shortHmac } from '../../crypto/hmac.js';
import type { Operation } from '../../store/operation.js';
import { all, one, rows, run } from '../../store/statement.js';
import { timePart } from '../ids.js';
import type { KeyHolder } from './visitor-identity.js';

/** What an Idempotency-Key stands for at one ask: whose it is, and what came with it, in hexadecimal. */
export interface IdempotencyMark {
  readonly slot: string;
  readonly body: string;
  /** Whether it is the voter's whom the answer is counted for: then it is found by their answer, and needs no row of its own. */
  readonly isVoters: boolean;
}

/** What is remembered of a request that brought an answer. */
export interface IdempotencyRow extends Omit<IdempotencyMark, 'isVoters'> {
  readonly answer: string;
  readonly day: number;
  /** Seconds of the day, rounded up. */
  readonly second: number;
  /** 1 where it changed an answer that was there. */
  readonly changed: number;
}

/** What became of the same request before. */
export type EarlierOutcome =
  | { readonly answer: string; readonly changed: boolean; readonly replayed: true }
  | { readonly refused: 'mismatch' | 'gone' };

const second: Micros = 1_000_000;
const daySeconds = 24 * 3600;

/** 80 bits of a keyed hash: nobody can aim at another's slot, and none meets another by chance. */
const slotDigits = 20;
/** 64 bits tell a slot's own bodies apart. */
const bodyDigits = 16;

/** A key counts for one visitor of one ask. A browser that calls itself what an address is counted by is another one. */
export function slotOf(secret: Buffer, ask: string, { source, name }: KeyHolder, key: string): string {
  // Of the four only the name may hold the separator, so it comes last: no two visitors make one text.
  return shortHmac(secret, `${ask}\0${source}\0${key}\0${name}`).slice(0, slotDigits);
}

/** Tells one parsed body from another. */
export function bodyOf(given: unknown): string {
  return hash('sha256', canonicalJson(given), 'hex').slice(0, bodyDigits);
}

/** The day of a request, as its row has it. */
export function dayOf(at: Micros): number {
  return Math.floor(at / (daySeconds * second));
}

/** The second of its day, rounded up. */
export function secondOf(at: Micros): number {
  return Math.ceil(at / second) - dayOf(at) * daySeconds;
}

/** Whether less than a day has passed. */
export function isRemembered(row: Pick<IdempotencyRow, 'day' | 'second'>, at: Micros): boolean {
  return (row.day + 1) * daySeconds + row.second > at / second;
}

/** What a request with this Idempotency-Key brought about before; undefined when none came. */
export function* findEarlierOutcome(
  ask: number,
  { slot, body, isVoters }: IdempotencyMark,
  voter: string | null,
  at: Micros,
): Operation<EarlierOutcome | undefined> {
  const day = dayOf(at);
  const found = yield* selectIdempotencyRows(ask, [day - 1, day], [slot]);
  if (isVoters && voter !== null) found.push(...(yield* replaysOfVoter(ask, voter)));
  const known = found.findLast((row) => row.slot === slot && isRemembered(row, at));
  return known && (yield* outcomeOfRepeat(ask, known, body));
}

function* replaysOfVoter(ask: number, voter: string): Operation<IdempotencyRow[]> {
  const found = yield* all<{ id: string; replay: Uint8Array; created_at: Micros }>`
    select id, replay, created_at from askwell_answers
    where ask = ${ask} and voter = ${fromHex(voter)} and nth is not null and replay is not null order by id`;
  return found.map(idempotencyRowOf);
}

/** What stands in an answer's own row. */
export function idempotencyRowOf(row: { id: string; replay: Uint8Array; created_at: Micros }): IdempotencyRow {
  const digits = toHex(row.replay);
  return {
    slot: digits.slice(0, slotDigits),
    body: digits.slice(slotDigits),
    answer: row.id,
    day: dayOf(row.created_at),
    second: secondOf(row.created_at),
    changed: 0,
  };
}

/** The bytes that stand in an answer's own row. */
export function idempotencyBytes({ slot, body }: IdempotencyMark): Uint8Array {
  return fromHex(slot + body);
}

/**
 * Keeps what answers are told by that are about to be deleted, as long as a repeat may come: one answer's, or all of an
 * ask's up to the id `last`. The numbers are a day and a second in microseconds, and ten is a slot's bytes.
 */
export function* keepIdempotencyMarks(ask: number, id: string | null, at: Micros, last = '~'): Operation<void> {
  // Rows are remembered by whole seconds, rounded up.
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

/** The earliest day first. */
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

/** `isWaiting`: the answer is about to be written. */
export function* outcomeOfRepeat(
  ask: number,
  known: Pick<IdempotencyRow, 'body' | 'answer' | 'changed'>,
  body: string,
  isWaiting = false,
): Operation<EarlierOutcome> {
  if (known.body !== body) return { refused: 'mismatch' };
  const isThere =
    isWaiting || (yield* one`select 1 from askwell_answers where ask = ${ask} and id = ${known.answer}`) !== undefined;
  return isThere ? { answer: known.answer, changed: known.changed === 1, replayed: true } : { refused: 'gone' };
}
