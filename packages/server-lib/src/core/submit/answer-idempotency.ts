import { hash } from 'node:crypto';
import type { Micros } from '../../base/clock.js';
import { fromHex, toHex } from '../../base/crypto/hex.js';
import { shortHmac } from '../../base/crypto/hmac.js';
import { canonicalJson } from '../../owners/access/idempotency.js';
import type { IdempotencyKeyOwner } from './visitor-identity.js';

/** The hash of an Idempotency-Key and of the request body, in hexadecimal. */
export interface IdempotencyMark {
  readonly slot: string;
  readonly body: string;
  /**
   * Whether the key belongs to the voter that the answer counts for. The key is then stored with the answer and needs no separate
   * row.
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

/** How long an Idempotency-Key is remembered, in seconds. */
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

/** Returns the days whose Idempotency-Keys may be remembered at some times. The clock of another instance may be a day ahead. */
export function daysAround(times: readonly Micros[]): number[] {
  return [...new Set(times.map(dayOf).flatMap((day) => [day - 1, day, day + 1]))];
}

/** Returns the second of the day, rounded up. */
export function secondOfDay(at: Micros): number {
  return Math.ceil(at / second) - dayOf(at) * daySeconds;
}

/** Returns whether a key is less than a day old. */
export function isRemembered(row: Pick<IdempotencyRow, 'day' | 'second'>, at: Micros): boolean {
  return (row.day + 1) * daySeconds + row.second > at / second;
}

/**
 * Returns the outcome of a repeated request.
 *
 * @param isStored Whether the answer still exists.
 */
export function repeatOutcome(
  earlier: Pick<IdempotencyRow, 'body' | 'answer' | 'changed'>,
  body: string,
  isStored: boolean,
): EarlierOutcome {
  if (earlier.body !== body) return { refused: 'mismatch' };
  return isStored ? { answer: earlier.answer, changed: earlier.changed === 1, replayed: true } : { refused: 'gone' };
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

/** Returns the time after which Idempotency-Keys are still remembered. Their precision is a second, rounded up. */
export function earliestRemembered(at: Micros): Micros {
  return at - (daySeconds + 1) * second;
}
