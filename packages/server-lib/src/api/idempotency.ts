import type { Scope } from '../access/scope.js';
import type { Micros } from '../clock.js';
import { sha256 } from '../crypto/hash.js';
import { fault } from '../faults/fault.js';
import { invalidField } from '../faults/invalid-field.js';
import type { HttpExchange } from '../http/exchange.js';
import type { IdempotentRequest } from '../store/idempotency.js';

const acceptable = /^[\x20-\x7e]{1,255}$/;

/** The request's Idempotency-Key, if it has one that can be one. */
export function readIdempotencyKey(exchange: Pick<HttpExchange, 'header'>): string | undefined {
  const key = exchange.header('idempotency-key');
  return key === undefined ? undefined : checkIdempotencyKey(key);
}

export function checkIdempotencyKey(key: string): string {
  if (acceptable.test(key)) return key;
  throw invalidField('Idempotency-Key', fault('invalid_idempotency_key'));
}

/** The slot that a keyed creation takes, if it asks for one. */
export function toIdempotentRequest(
  exchange: Pick<HttpExchange, 'method' | 'path' | 'header'>,
  scope: Scope,
  body: unknown,
  at: Micros,
): IdempotentRequest | null {
  const key = readIdempotencyKey(exchange);
  if (key === undefined) return null;
  return {
    slot: digest(JSON.stringify([scope.account, scope.site, exchange.method, exchange.path, key])),
    body: digest(canonicalJson(body)),
    account: scope.account,
    at,
  };
}

/** 128 bits are plenty where the caller's own keys are all that could collide. */
function digest(text: string): Buffer {
  return sha256(text).subarray(0, 16);
}

/** A parsed body as text, the same whatever the order of its members. */
export function canonicalJson(value: unknown): string {
  return isInOrder(value) ? JSON.stringify(value) : sorted(value);
}

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${sorted(member)}`).join(',')}}`;
}

/** Whether every object of a value has its members in order already: then one call writes all of it. */
function isInOrder(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value !== undefined;
  if (Array.isArray(value)) return value.every(isInOrder);
  let before = '';
  for (const [name, member] of Object.entries(value)) {
    if (name < before || !isInOrder(member)) return false;
    before = name;
  }
  return true;
}
