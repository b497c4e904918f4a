import { z } from 'zod';
import type { Caller } from '../access/authenticate-key.js';
import type { HttpExchange, Reply } from '../http/exchange.js';
import { noContent } from '../http/reply.js';
import type { Params } from '../http/router.js';
import type { UrlencodedFields } from '../http/urlencoded.js';
import type { IdempotentRequest } from '../store/idempotency.js';
import { check } from '../validation/check.js';
import type { RequestWeight } from './heavy-requests.js';
import { noContentResponse, type OperationDoc, type RequestDoc } from './operation-docs.js';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** What a keyed handler is given. `found` is what the path names, already known to be the caller's. */
export interface KeyedCall<Found> {
  readonly exchange: HttpExchange;
  readonly caller: Caller;
  readonly params: Params;
  readonly found: Found;
}

/** What came with a request, parsed but not yet checked. */
export interface ParsedRequest {
  readonly query: unknown;
  readonly body: unknown;
  readonly idempotency: IdempotentRequest | null;
}

/** One method at a keyed path. The pipeline takes its parts in the contract's order. */
export interface KeyedMethod<Found> {
  readonly doc: OperationDoc;
  readonly query: z.ZodType;
  /** Undefined: no body is read. */
  readonly body?: z.ZodType;
  /** Whether a request without a body is one with an empty object. */
  readonly bodyMayBeAbsent?: boolean;
  /** Refuses with 403 what the key's scope forbids. */
  readonly permit?: Permit | undefined;
  /** Refuses with 412 what was made from a version that no longer stands. */
  readonly precondition?: ((call: KeyedCall<Found>) => void) | undefined;
  /** How heavy it is, by its query as it was sent; light where nothing is said. */
  readonly weight?: ((query: UrlencodedFields) => RequestWeight) | undefined;
  /** Answers what came before under the same Idempotency-Key. */
  readonly replay?: (call: KeyedCall<Found>, made: string) => Promise<Reply>;
  /** Checks what was sent, and does the work. */
  run(call: KeyedCall<Found>, sent: ParsedRequest): Promise<Reply>;
}

export type Methods<Found> = Partial<Record<Method, KeyedMethod<Found>>>;
export type Permit = (caller: Caller) => void;

const noQuery = z.strictObject({});
/** What stands for the query of a request that has none. */
export const absentQuery: UrlencodedFields = {};

/** Most requests have no query, and most operations take none. */
function demandNoQuery(query: unknown): void {
  if (query !== absentQuery) check(noQuery, query);
}

const nothingElse = z.strictObject({});

/** A GET, with what it takes in its query. */
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
  const isNone = query === noQuery;
  return {
    doc,
    query,
    weight,
    run: (call, sent) => handle(call, isNone && sent.query === absentQuery ? absentQuery : check(query, sent.query)),
  };
}

/** A PATCH, or a POST that creates nothing. */
export function change<Found, Body>(
  doc: OperationDoc,
  body: z.ZodType<Body>,
  handle: (call: KeyedCall<Found>, body: Body) => Promise<Reply>,
  { permit, precondition }: Pick<KeyedMethod<Found>, 'permit' | 'precondition'> = {},
): KeyedMethod<Found> {
  return {
    doc,
    query: noQuery,
    body,
    permit,
    precondition,
    run(call, sent) {
      demandNoQuery(sent.query);
      return handle(call, check(body, sent.body));
    },
  };
}

/** A DELETE, answered 204. */
export function remove<Found>(
  doc: RequestDoc,
  handle: (call: KeyedCall<Found>) => Promise<void>,
  { permit, query = noQuery, weight }: { permit?: Permit; query?: z.ZodType; weight?: () => RequestWeight } = {},
): KeyedMethod<Found> {
  return {
    doc: { ...doc, responses: [noContentResponse] },
    query,
    permit,
    weight,
    async run(call, sent) {
      check(query, sent.query);
      await handle(call);
      return noContent;
    },
  };
}

/** A POST that creates one resource, once for each Idempotency-Key. */
export function create<Found, Body>(operation: {
  doc: OperationDoc;
  body: z.ZodType<Body>;
  permit?: Permit;
  weight?: () => RequestWeight;
  /** Creates, or finds what the same request created before; returns what `reply` finds it by. */
  create: (call: KeyedCall<Found>, body: Body, idempotency: IdempotentRequest | null) => Promise<string>;
  reply: (call: KeyedCall<Found>, made: string) => Promise<Reply>;
}): KeyedMethod<Found> {
  const { doc, body, permit, weight, reply } = operation;
  return {
    doc,
    query: noQuery,
    body,
    permit,
    weight,
    replay: reply,
    async run(call, sent) {
      demandNoQuery(sent.query);
      return reply(call, await operation.create(call, check(body, sent.body), sent.idempotency));
    },
  };
}

/** A POST that does something and takes nothing: no body, or an empty object. Done once for each Idempotency-Key. */
export function act<Found>(operation: {
  doc: OperationDoc;
  weight?: () => RequestWeight;
  /** Acts, or finds what the same request brought about before; returns what `reply` tells it by. */
  act: (call: KeyedCall<Found>, idempotency: IdempotentRequest | null) => Promise<string>;
  reply: (call: KeyedCall<Found>, done: string) => Promise<Reply>;
}): KeyedMethod<Found> {
  const { doc, reply } = operation;
  const method = create<Found, object>({
    doc,
    body: nothingElse,
    create: (call, _body, idempotency) => operation.act(call, idempotency),
    reply,
  });
  return { ...method, weight: operation.weight, bodyMayBeAbsent: true };
}
