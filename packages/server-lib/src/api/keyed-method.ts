import type { z } from 'zod';
import type { IdempotentRequest } from '../db/idempotency.js';
import type { HttpExchange, Reply } from '../http/exchange.js';
import type { OperationDoc } from '../http/operation-docs.js';
import type { PrefixedParams } from '../http/query-params.js';
import type { Params } from '../http/router.js';
import type { UrlencodedFields } from '../http/urlencoded.js';
import type { Caller } from '../owners/keys/authenticate-key.js';
import type { OperationEffect } from '../owners/keys/key-permissions.js';
import type { RequestWeight } from './overload/heavy-requests.js';

/** The HTTP methods of the API. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A request with a key. `found` is the resource at the path, which belongs to the caller. */
export interface KeyedCall<Found> {
  readonly exchange: HttpExchange;
  readonly caller: Caller;
  readonly params: Params;
  readonly found: Found;
  /** The version that `If-Match` requires. Null for every version. */
  readonly onlyVersion: number | null;
  /** The query parameters whose names have an ID after the prefix of the method, by their complete names. */
  readonly prefixed: UrlencodedFields;
}

/** The content of a request, parsed but not validated. */
export interface ParsedRequest {
  readonly query: unknown;
  readonly body: unknown;
  /** Whether the body is so large that each step with it takes milliseconds. */
  readonly isLarge: boolean;
  readonly idempotency: IdempotentRequest | null;
}

/** A method of a keyed path. The members run in the order of the API's checks. */
export interface KeyedMethod<Found> {
  readonly doc: OperationDoc;
  /** What the operation does. Keys without the permission get a 403. */
  readonly effect: OperationEffect;
  readonly query: z.ZodType;
  /** Further query parameters, which the method checks itself. */
  readonly prefixed?: PrefixedParams | undefined;
  /** Undefined: the body is not read. */
  readonly body?: z.ZodType;
  /** The maximum size of the body in bytes. Default: the limit of all operations with a key. */
  readonly bodyLimit?: number;
  /** Whether an absent body means an empty object. */
  readonly bodyMayBeAbsent?: boolean;
  /** Throws a 403 if the scope of the key does not allow the operation. */
  readonly permit?: ((caller: Caller) => void) | undefined;
  /** Returns the version that `If-Match` is compared with. Undefined: the header is ignored. */
  readonly versionOf?: ((found: Found) => number) | undefined;
  /** Returns the entity tag of that version, if it contains more than the version. */
  readonly tagOf?: ((found: Found) => string) | undefined;
  /** Whether a response has an `ETag` of its representation, and `If-None-Match` can make it a 304. */
  readonly isConditional?: boolean;
  /** Returns the weight for a query that is not yet validated. Default: light. */
  readonly weight?: ((query: UrlencodedFields) => RequestWeight) | undefined;
  /** The number of these requests of one account that can wait for its other jobs. Default: the limit of all heavy requests. */
  readonly maxWaiting?: number;
  /** Returns the response of the earlier request with the same `Idempotency-Key`. */
  readonly replay?: (call: KeyedCall<Found>, id: string) => Promise<Reply>;
  /** Validates the request and performs the operation. */
  run(call: KeyedCall<Found>, request: ParsedRequest): Promise<Reply>;
}

/** The methods of a keyed path. */
export type Methods<Found> = Partial<Record<Method, KeyedMethod<Found>>>;

/** A result of a request that runs once for each `Idempotency-Key`. */
export interface OnceOutcome<Result> {
  readonly result: Result;
  /** Whether an earlier request with the same key, which may have run at the same time, had the result. */
  readonly replayed: boolean;
}
