import type { Micros } from '../base/clock.js';
import { lockSlot } from './locks.js';
import type { Operation } from './operation.js';
import { one, run } from './sql/statement.js';

/** How long an idempotency key is valid. */
const retention: Micros = 24 * 3600 * 1_000_000;
/** Expired keys that are deleted whenever a new one is saved. */
const sweepBatchSize = 20;

/** A creation request with an `Idempotency-Key`. */
export interface IdempotentRequest {
  /** Hash of the caller, the method, the path and the key. */
  readonly slot: Uint8Array;
  /** Hash of the parsed body. */
  readonly body: Uint8Array;
  /** The caller's account. Its keys are deleted with it. */
  readonly account: number;
  readonly at: Micros;
}

/** The outcome of a creation: the reference to the resource, or the reason why it was refused. */
export type CreationOutcome<Refusal, Row = undefined> =
  | { readonly resource: string; readonly row: Row; readonly replayed?: never }
  | Replayed
  | { readonly refused: Refusal | 'mismatch' };

/** An earlier request with the same key created the resource, which may have been changed or deleted since. */
interface Replayed {
  readonly resource: string;
  readonly replayed: true;
}

interface SlotRow {
  body: Uint8Array;
  resource: string;
}

/** Finds the resource that an earlier request with the same key created. `mismatch` means that its body was different. */
export function* findCreation(
  request: IdempotentRequest,
): Operation<Replayed | { readonly refused: 'mismatch' } | undefined> {
  const row = yield* one<SlotRow>`
    select body, resource from askwell_idempotency where slot = ${request.slot} and created_at > ${request.at - retention}`;
  if (!row) return undefined;
  return Buffer.compare(row.body, request.body) === 0
    ? { resource: row.resource, replayed: true }
    : { refused: 'mismatch' };
}

/** Creates a resource at most once per idempotency key. The key is saved in the transaction that creates the resource. */
export function* createOnce<Refusal, Row>(
  request: IdempotentRequest | null,
  create: () => Operation<CreationOutcome<Refusal, Row>>,
): Operation<CreationOutcome<Refusal, Row>> {
  if (!request) return yield* create();
  yield* lockSlot(request.slot);
  const earlier = yield* findCreation(request);
  if (earlier) return earlier;
  const outcome = yield* create();
  if ('resource' in outcome) yield* saveCreation(request, outcome.resource);
  return outcome;
}

/** Saves the key of a request with the reference to what it did. Its slot, or what the slot belongs to, must be locked. */
export function* saveCreation(request: IdempotentRequest, resource: string): Operation<void> {
  yield* run`
    delete from askwell_idempotency where slot in (
      select slot from askwell_idempotency where created_at <= ${request.at - retention} order by created_at limit ${sweepBatchSize})`;
  yield* run`
    insert into askwell_idempotency (slot, account_id, body, resource, created_at)
    values (${request.slot}, ${request.account}, ${request.body}, ${resource}, ${request.at})
    on conflict (slot) do update set body = excluded.body, resource = excluded.resource, created_at = excluded.created_at`;
}
