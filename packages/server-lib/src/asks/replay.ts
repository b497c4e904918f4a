import type { Micros } from '../clock.js';
import { sha256 } from '../crypto/hash.js';
import { shortHmac } from '../crypto/hmac.js';
import { inOneOrder } from '../http/idempotency.js';
import type { Operation } from '../store/operation.js';
import { all, one } from '../store/statement.js';

/** What an Idempotency-Key stands for at one ask: whose it is, and what came with it. */
export interface Replay {
  readonly slot: Uint8Array;
  readonly body: Uint8Array;
}

/** What is remembered of a request that brought an answer. A row is kept for each vote, so every byte counts. */
export interface ReplayRow {
  readonly slot: Uint8Array;
  readonly body: Uint8Array;
  readonly answer: string;
  readonly day: number;
  /** Seconds of the day, rounded up. */
  readonly second: number;
  /** 1 where it changed an answer that was there. */
  readonly changed: number;
}

/** What became of the same request before. */
export type Replayed =
  | { readonly answer: string; readonly changed: boolean; readonly replayed: true }
  | { readonly refused: 'mismatch' | 'gone' };

const second: Micros = 1_000_000;
const daySeconds = 24 * 3600;

/** 80 bits of a keyed hash: nobody can aim at another's slot, and none meets another by chance. */
const slotBytes = 10;
/** 64 bits tell a slot's own bodies apart. */
const bodyBytes = 8;

/** A key counts for one visitor of one ask. */
export function slotOf(secret: Buffer, ask: string, visitor: string, key: string): Uint8Array {
  return shortHmac(secret, JSON.stringify([ask, visitor, key])).subarray(0, slotBytes);
}

/** Tells one parsed body from another. */
export function bodyOf(given: unknown): Uint8Array {
  return sha256(JSON.stringify(inOneOrder(given))).subarray(0, bodyBytes);
}

/** When a request came, as its row has it. */
export function momentOf(at: Micros): Pick<ReplayRow, 'day' | 'second'> {
  const day = Math.floor(at / (daySeconds * second));
  return { day, second: Math.ceil(at / second) - day * daySeconds };
}

/** Whether less than a day has passed. */
export function isRemembered(row: Pick<ReplayRow, 'day' | 'second'>, at: Micros): boolean {
  return (row.day + 1) * daySeconds + row.second > at / second;
}

/** What a request with this Idempotency-Key brought about before; undefined when none came. */
export function* replayOf(ask: number, { slot, body }: Replay, at: Micros): Operation<Replayed | undefined> {
  const { day } = momentOf(at);
  const rows = yield* all<ReplayRow>`
    select slot, body, answer, day, second, changed from askwell_replays
    where ask = ${ask} and day in (${day - 1}, ${day}) and slot = ${slot} order by day desc`;
  const known = rows.find((row) => isRemembered(row, at));
  return known && (yield* judgeReplay(ask, known, body));
}

/** `isWaiting`: the answer is about to be written. */
export function* judgeReplay(
  ask: number,
  known: Pick<ReplayRow, 'body' | 'answer' | 'changed'>,
  body: Uint8Array,
  isWaiting = false,
): Operation<Replayed> {
  if (Buffer.compare(known.body, body) !== 0) return { refused: 'mismatch' };
  const isThere =
    isWaiting || (yield* one`select 1 from askwell_answers where ask = ${ask} and id = ${known.answer}`) !== undefined;
  return isThere ? { answer: known.answer, changed: known.changed === 1, replayed: true } : { refused: 'gone' };
}
