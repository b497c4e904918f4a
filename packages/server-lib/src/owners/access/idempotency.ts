import type { Micros } from '../../base/clock.js';
import { sha256 } from '../../base/crypto/hash.js';
import { invalidField } from '../../base/faults/invalid-field.js';
import type { IdempotentRequest } from '../../db/idempotency.js';
import type { HttpExchange } from '../../http/exchange.js';
import { fault } from '../../shared/faults/fault.js';
import type { Scope } from './scope.js';

const validKey = /^[\x20-\x7e]{1,255}$/;

/**
 * Returns the `Idempotency-Key` of a request; undefined if it has none.
 *
 * @throws AskwellError with the code `invalid`.
 */
export function readIdempotencyKey(exchange: Pick<HttpExchange, 'header'>): string | undefined {
  const key = exchange.header('idempotency-key');
  return key === undefined ? undefined : checkIdempotencyKey(key);
}

export function isIdempotencyKey(text: string): boolean {
  return validKey.test(text);
}

/**
 * Returns the key if it is valid.
 *
 * @throws AskwellError with the code `invalid`.
 */
export function checkIdempotencyKey(key: string): string {
  if (isIdempotencyKey(key)) return key;
  throw invalidField('Idempotency-Key', fault('invalid_idempotency_key'));
}

/**
 * Returns what identifies a request when it is repeated; null if it has no `Idempotency-Key`.
 *
 * @throws AskwellError with the code `invalid`.
 */
export function toIdempotentRequest(
  exchange: Pick<HttpExchange, 'method' | 'path' | 'header'>,
  scope: Scope,
  body: unknown,
  now: Micros,
): IdempotentRequest | null {
  const key = readIdempotencyKey(exchange);
  if (key === undefined) return null;
  return {
    slot: digest(JSON.stringify([scope.account, scope.site, exchange.method, exchange.path, key])),
    body: digest(canonicalJson(body)),
    account: scope.account,
    at: now,
  };
}

/** Returns 128 bits of a hash. That is enough, since only keys of the same account could collide. */
function digest(text: string): Buffer {
  return sha256(text).subarray(0, 16);
}

/** Serializes a parsed body independently of the order of its members. */
export function canonicalJson(value: unknown): string {
  return isSorted(value) ? JSON.stringify(value) : stringifySorted(value);
}

function stringifySorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stringifySorted).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${stringifySorted(member)}`).join(',')}}`;
}

/** Returns whether the members of all objects are sorted. `JSON.stringify` alone then suffices, which is faster. */
function isSorted(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value !== undefined;
  if (Array.isArray(value)) return value.every(isSorted);
  let previous = '';
  for (const [name, member] of Object.entries(value)) {
    if (name < previous || !isSorted(member)) return false;
    previous = name;
  }
  return true;
}
