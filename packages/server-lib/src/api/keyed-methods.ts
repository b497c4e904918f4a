import { z } from 'zod';
import type { HttpExchange, Reply } from '../http/exchange.js';
import { noContentResponse, type OperationDoc, type RequestDoc } from '../http/operation-docs.js';
import { noContent, replayedHeaders, withHeaders } from '../http/reply.js';
import type { Params } from '../http/router.js';
import type { UrlencodedFields } from '../http/urlencoded.js';
import type { Caller } from '../keys/authenticate-key.js';
import type { OperationEffect } from '../keys/key-permissions.js';
import type { IdempotentRequest } from '../store/idempotency.js';
import { check } from '../validation/check.js';
import type { RequestWeight } from './heavy-requests.js';

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
}

/** The content of a request, parsed but not validated. */
export interface ParsedRequest {
  readonly query: unknown;
  readonly body: unknown;
  readonly idempotency: IdempotentRequest | null;
}

/** A method of a keyed path. The members run in the order of the API's checks. */
export interface KeyedMethod<Found> {
  readonly doc: OperationDoc;
  /** What the operation does. Keys without the permission get a 403. */
  readonly effect: OperationEffect;
  readonly query: z.ZodType;
  /** Undefined: the body is not read. */
  readonly body?: z.ZodType;
  /** Whether an absent body means an empty object. */
  readonly bodyMayBeAbsent?: boolean;
  /** Throws a 403 if the scope of the key does not allow the operation. */
  readonly permit?: Permit | undefined;
  /** Returns the version that `If-Match` is compared with. Undefined: the header is ignored. */
  readonly versionOf?: VersionOf<Found> | undefined;
  /** Returns the weight for a query that is not yet validated. Default: light. */
  readonly weight?: ((query: UrlencodedFields) => RequestWeight) | undefined;
  /** Returns the response of the earlier request with the same `Idempotency-Key`. */
  readonly replay?: (call: KeyedCall<Found>, id: string) => Promise<Reply>;
  /** Validates the request and performs the operation. */
  run(call: KeyedCall<Found>, request: ParsedRequest): Promise<Reply>;
}

export type Methods<Found> = Partial<Record<Method, KeyedMethod<Found>>>;
export type Permit = (caller: Caller) => void;
export type VersionOf<Found> = (found: Found) => number;

const noQuery = z.strictObject({});
/** The query of a request without one. Comparing with it skips the validation of most requests. */
export const absentQuery: UrlencodedFields = {};

function requireNoQuery(query: unknown): void {
  if (query !== absentQuery) check(noQuery, query);
}

const noBodyMembers = z.strictObject({});

/** Returns a GET. */
export function read<Found, Query = Record<string, never>>(
  doc: OperationDoc,
  handle: (call: KeyedCall<Found>, query: Query) => Promise<Reply>,
  query: z.ZodType<Query>,
  weight?: KeyedMethod<Found>['weight'],
): KeyedMethod<Found>;
export function read<Found>(doc: OperationDoc, handle: (call: KeyedCall<Found>) => Promise<Reply>): KeyedMethod<Found>;
export function read<Found>(
  doc: OperationDoc,
  handle: (call: KeyedCall<Found>, query: unknown) => Promise<Reply>,
  query: z.ZodType = noQuery,
  weight?: KeyedMethod<Found>['weight'],
): KeyedMethod<Found> {
  const takesNoQuery = query === noQuery;
  return {
    doc,
    effect: 'read',
    query,
    weight,
    run(call, request) {
      const isEmpty = takesNoQuery && request.query === absentQuery;
      return handle(call, isEmpty ? absentQuery : check(query, request.query));
    },
  };
}

/** Returns a PATCH, or a POST that creates nothing. */
export function change<Found, Body>(
  doc: OperationDoc,
  body: z.ZodType<Body>,
  handle: (call: KeyedCall<Found>, body: Body) => Promise<Reply>,
  { permit, versionOf }: Pick<KeyedMethod<Found>, 'permit' | 'versionOf'> = {},
): KeyedMethod<Found> {
  return {
    doc,
    effect: 'write',
    query: noQuery,
    body,
    permit,
    versionOf,
    run(call, request) {
      requireNoQuery(request.query);
      return handle(call, check(body, request.body));
    },
  };
}

/** The options of {@link remove}. */
interface RemoveOptions<Found> {
  readonly effect?: OperationEffect;
  readonly permit?: Permit;
  readonly versionOf?: VersionOf<Found>;
  readonly query?: z.ZodType;
  readonly weight?: () => RequestWeight;
}

/** Returns a DELETE, which responds with 204. */
export function remove<Found>(
  doc: RequestDoc,
  handle: (call: KeyedCall<Found>) => Promise<void>,
  { effect = 'write', permit, versionOf, query = noQuery, weight }: RemoveOptions<Found> = {},
): KeyedMethod<Found> {
  return {
    doc: { ...doc, responses: [noContentResponse] },
    effect,
    query,
    permit,
    versionOf,
    weight,
    async run(call, request) {
      check(query, request.query);
      await handle(call);
      return noContent;
    },
  };
}

/** A result of a request that runs once for each `Idempotency-Key`. */
export interface OnceOutcome<Result> {
  readonly result: Result;
  /** Whether an earlier request with the same key, which may have run at the same time, had the result. */
  readonly replayed: boolean;
}

/** Returns a POST that creates one resource, at most once for each `Idempotency-Key`. */
export function create<Found, Body>(operation: {
  doc: OperationDoc;
  body: z.ZodType<Body>;
  permit?: Permit;
  versionOf?: VersionOf<Found>;
  weight?: () => RequestWeight;
  /** Creates the resource, unless the same request already did. */
  create: (call: KeyedCall<Found>, body: Body, idempotency: IdempotentRequest | null) => Promise<OnceOutcome<Reply>>;
  /** Returns the resource that the same request created. */
  replay: (call: KeyedCall<Found>, id: string) => Promise<Reply>;
}): KeyedMethod<Found> {
  const { doc, body, permit, versionOf, weight, replay } = operation;
  return {
    doc,
    effect: 'write',
    query: noQuery,
    body,
    permit,
    versionOf,
    weight,
    replay,
    async run(call, request) {
      requireNoQuery(request.query);
      const { result, replayed } = await operation.create(call, check(body, request.body), request.idempotency);
      return replayed ? withHeaders(result, replayedHeaders) : result;
    },
  };
}

/** Returns a POST without a body that performs an action, at most once for each `Idempotency-Key`. */
export function act<Found>(operation: {
  doc: OperationDoc;
  versionOf?: VersionOf<Found>;
  weight?: () => RequestWeight;
  /** Performs the action, unless the same request already did, and returns a reference to its result for `reply`. */
  act: (call: KeyedCall<Found>, idempotency: IdempotentRequest | null) => Promise<OnceOutcome<string>>;
  reply: (call: KeyedCall<Found>, result: string) => Promise<Reply>;
}): KeyedMethod<Found> {
  const { doc, reply } = operation;
  const method = create<Found, object>({
    doc,
    body: noBodyMembers,
    async create(call, _body, idempotency) {
      const { result, replayed } = await operation.act(call, idempotency);
      return { result: await reply(call, result), replayed };
    },
    replay: reply,
  });
  return { ...method, versionOf: operation.versionOf, weight: operation.weight, bodyMayBeAbsent: true };
}
