import type { Micros } from '../clock.js';
import type { Operation } from './operation.js';
import { one, run } from './statement.js';

const retention: Micros = 24 * 3600 * 1_000_000;
/** Old slots are swept a few at a time, whenever one is taken. */
const sweepBatchSize = 20;

/** A creation that may come again under the same Idempotency-Key. */
export interface IdempotentRequest {
  /** Hash of the caller, the method, the path and the key. */
  readonly slot: Uint8Array;
  /** Hash of the parsed body. */
  readonly body: Uint8Array;
  /** Whose slot it is, to go when the account goes. */
  readonly account: number;
  readonly at: Micros;
}

/** What became of a creation: made now, or `replayed`, made before by the same request. */
export type CreationOutcome<Refusal> =
  | { readonly resource: string; readonly replayed?: boolean }
  | { readonly refused: Refusal | 'mismatch' };

interface SlotRow {
  body: Uint8Array;
  resource: string;
}

/** What the same request made before; `mismatch` where its key came with another body. */
export function* findCreation(request: IdempotentRequest): Operation<CreationOutcome<never> | undefined> {
  const row = yield* one<SlotRow>`
    select body, resource from askwell_idempotency where slot = ${request.slot} and created_at > ${request.at - retention}`;
  if (!row) return undefined;
  return Buffer.compare(row.body, request.body) === 0
    ? { resource: row.resource, replayed: true }
    : { refused: 'mismatch' };
}

/** Creates once, however often the same request comes; what it made is kept in the transaction that made it. */
export function* createOnce<Refusal>(
  request: IdempotentRequest | null,
  create: () => Operation<CreationOutcome<Refusal>>,
): Operation<CreationOutcome<Refusal>> {
  if (!request) return yield* create();
  const before = yield* findCreation(request);
  if (before) return before;
  const creation = yield* create();
  if ('resource' in creation) yield* saveCreation(request, creation.resource);
  return creation;
}

function* saveCreation(request: IdempotentRequest, resource: string): Operation<void> {
  yield* run`
    delete from askwell_idempotency where slot in (
      select slot from askwell_idempotency where created_at <= ${request.at - retention} order by created_at limit ${sweepBatchSize})`;
  yield* run`
    insert into askwell_idempotency (slot, account_id, body, resource, created_at)
    values (${request.slot}, ${request.account}, ${request.body}, ${resource}, ${request.at})
    on conflict (slot) do update set body = excluded.body, resource = excluded.resource, created_at = excluded.created_at`;
}
