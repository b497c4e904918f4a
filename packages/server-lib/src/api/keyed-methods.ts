import { z } from 'zod';
import type { Reply } from '../http/exchange.js';
import { noContentResponse, type OperationDoc, type RequestDoc } from '../http/operation-docs.js';
import { noContent, replayedHeaders, withHeaders } from '../http/reply.js';
import type { OperationEffect } from '../keys/key-permissions.js';
import type { IdempotentRequest } from '../store/idempotency.js';
import { check } from '../validation/check.js';
import type { KeyedCall, KeyedMethod, OnceOutcome, Permit, VersionOf } from './keyed-method.js';
import type { RequestWeight } from './overload/heavy-requests.js';
import { absentQuery } from './query-params.js';

const noQuery = z.strictObject({});
function requireNoQuery(query: unknown): void {
  if (query !== absentQuery) check(noQuery, query);
}

const noBodyMembers = z.strictObject({});

/** Returns a GET. Its responses are conditional, see {@link unconditional}. */
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
    isConditional: true,
    weight,
    run(call, request) {
      const isEmpty = takesNoQuery && request.query === absentQuery;
      return handle(call, isEmpty ? absentQuery : check(query, request.query));
    },
  };
}

/** Returns a GET that never responds with 304, because its `ETag` is not that of its representation, or would change each time. */
export function unconditional<Found>(method: KeyedMethod<Found>): KeyedMethod<Found> {
  return { ...method, isConditional: false };
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
  readonly tagOf?: (found: Found) => string;
  readonly weight?: () => RequestWeight;
}

/** Returns a DELETE, which responds with 204. */
export function remove<Found>(
  doc: RequestDoc,
  handle: (call: KeyedCall<Found>) => Promise<void>,
  options: RemoveOptions<Found> = {},
): KeyedMethod<Found> {
  return removeMatching(doc, (call) => handle(call), { ...options, query: noQuery });
}

/** Returns a DELETE with a query that says what to delete, which responds with 204. */
export function removeMatching<Found, Query>(
  doc: RequestDoc,
  handle: (call: KeyedCall<Found>, query: Query) => Promise<void>,
  { effect = 'write', query, ...options }: RemoveOptions<Found> & { readonly query: z.ZodType<Query> },
): KeyedMethod<Found> {
  return {
    ...options,
    doc: { ...doc, responses: [noContentResponse] },
    effect,
    query,
    async run(call, request) {
      await handle(call, check(query, request.query));
      return noContent;
    },
  };
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
