import type { z } from 'zod';
import type { Clock } from '../base/clock.js';
import { AskwellError } from '../base/errors.js';
import { turnForLongWork, turnForRequest } from '../base/event-loop.js';
import { findCreation } from '../db/idempotency.js';
import type { Store } from '../db/store.js';
import { readBody } from '../http/body.js';
import type { HttpExchange, Reply } from '../http/exchange.js';
import { conditionalReply } from '../http/headers/conditional-get.js';
import { bodyLimit } from '../http/limits.js';
import type { OperationDoc } from '../http/operation-docs.js';
import { absentQuery, splitQuery } from '../http/query-params.js';
import { errorReply, replayedHeaders, withHeaders } from '../http/reply.js';
import type { Params } from '../http/router.js';
import { parseUrlencoded } from '../http/urlencoded.js';
import { toIdempotentRequest } from '../owners/access/idempotency.js';
import type { Caller } from '../owners/keys/authenticate-key.js';
import { requirePermission } from '../owners/keys/key-permissions.js';
import { requireVersion } from './headers/if-match.js';
import type { KeyedCall, KeyedMethod, Methods, ParsedRequest } from './keyed-method.js';
import { heavyBodySize } from './limits.js';
import type { HeavyRequests } from './overload/heavy-requests.js';

/** The CORS headers of a response, which a handler may narrow before it fails. */
export interface CorsState {
  cors: readonly string[];
}

/** Handles the request of a visitor that the rate limiter admitted. */
export type PublicHandler = (exchange: HttpExchange, params: Params, corsState: CorsState) => Promise<Reply>;

/** A POST that needs no key, with the schemas of its JSON body and its form body. */
export interface PublicOperation {
  readonly doc: OperationDoc;
  readonly body: z.ZodType;
  readonly form: z.ZodType;
  readonly handle: PublicHandler;
  /** Answers the preflight of a browser. */
  readonly preflight: (exchange: HttpExchange, params: Params) => Promise<Reply>;
}

/** A keyed method without its handler, for the OpenAPI document. */
export type KeyedOperation = Omit<KeyedMethod<never>, 'run'>;

/** A path under `/api/v1`: its methods with a key, and the POST without a key. */
export interface ApiEndpoint {
  readonly path: string;
  /** The path parameters, by name. */
  readonly params: Readonly<Record<string, z.ZodType>>;
  readonly allowedMethods: readonly string[];
  readonly keyedOperations: ReadonlyMap<string, KeyedOperation>;
  readonly publicOperation: PublicOperation | undefined;
  /** Handles a request with a valid key. */
  serve(exchange: HttpExchange, caller: Caller, params: Params, context: KeyedContext): Promise<Reply>;
}

/** The services that requests with a key use. */
export interface KeyedContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly heavyRequests: HeavyRequests;
}

interface EndpointPath<Found> {
  readonly path: string;
  readonly params: Readonly<Record<string, z.ZodType>>;
  /** Finds the resource at the path. Undefined results in a 404. */
  readonly find: (caller: Caller, params: Params) => Promise<Found | undefined>;
}

/** Returns a path without parameters. */
export function collection(path: string): EndpointPath<null> {
  return { path, params: {}, find: async () => null };
}

/** Returns an endpoint with the methods of a path. */
export function apiEndpoint<Found>(
  { path, params: pathParams, find }: EndpointPath<Found>,
  methods: Methods<Found>,
  publicOperation?: PublicOperation,
): ApiEndpoint {
  const keyedMethods = new Map(Object.entries(methods));
  const allowedMethods = [...new Set([...keyedMethods.keys(), ...(publicOperation ? ['POST'] : [])])];
  return {
    path,
    params: pathParams,
    allowedMethods,
    keyedOperations: keyedMethods,
    publicOperation,
    async serve(exchange, caller, params, context) {
      const found = await find(caller, params);
      if (found === undefined) throw new AskwellError('not_found');
      const method = keyedMethods.get(exchange.method === 'HEAD' ? 'GET' : exchange.method);
      if (!method) return methodNotAllowed(allowedMethods);
      return await serveMethod(
        method,
        { exchange, caller, params, found, onlyVersion: null, prefixed: absentQuery },
        context,
      );
    },
  };
}

/**
 * Handles a request whose key, path and method are valid. The order of checks is part of the API: 413, 415, 400, 403, the
 * idempotent replay, then the checks of the method itself.
 */
async function serveMethod<Found>(
  method: KeyedMethod<Found>,
  call: KeyedCall<Found>,
  { store, clock, heavyRequests }: KeyedContext,
): Promise<Reply> {
  const { exchange, caller } = call;
  const defaultBody = method.bodyMayBeAbsent ? {} : undefined;
  const limit = method.bodyLimit ?? bodyLimit;
  const isLarge = method.body !== undefined && (await exchange.body(limit)).byteLength > heavyBodySize;
  // Parsing a large body takes milliseconds.
  if (isLarge) await turnForRequest(caller.scope.account, exchange);
  const body = method.body ? await readBody(exchange, limit, ['application/json'], defaultBody) : undefined;
  const sent = exchange.query === '' ? absentQuery : parseUrlencoded(exchange.query, 'query');
  const { query, prefixed } = splitQuery(sent, method.prefixed?.prefix);
  requirePermission(caller.key.permissions, method.effect);
  method.permit?.(caller);
  const weight = method.weight?.(sent) ?? (isLarge ? 'job' : 'light');
  const serve = () => replayOrRun(method, { ...call, prefixed }, { query, body, isLarge }, { store, clock });
  return heavyRequests.run(weight, caller.scope.account, exchange, serve, method.maxWaiting);
}

async function replayOrRun<Found>(
  method: KeyedMethod<Found>,
  call: KeyedCall<Found>,
  request: Omit<ParsedRequest, 'idempotency'>,
  { store, clock }: Pick<KeyedContext, 'store' | 'clock'>,
): Promise<Reply> {
  const { exchange, caller } = call;
  const idempotency = method.replay ? toIdempotentRequest(exchange, caller.scope, request.body, clock.now()) : null;
  if (idempotency && method.replay) {
    const creation = await store.read(findCreation(idempotency));
    if (creation && 'refused' in creation) throw new AskwellError('idempotency_mismatch');
    if (creation) return withHeaders(await method.replay(call, creation.resource), replayedHeaders);
  }
  const onlyVersion = method.versionOf
    ? requireVersion(exchange, method.versionOf(call.found), method.tagOf?.(call.found))
    : null;
  const reply = await method.run({ ...call, onlyVersion }, { ...request, idempotency });
  if (!method.isConditional) return reply;
  return conditionalReply(exchange, reply, () => turnForLongWork(caller.scope.account));
}

/** Returns a 405. `HEAD` is allowed wherever `GET` is. */
export function methodNotAllowed(methods: readonly string[]): Reply {
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return errorReply(new AskwellError('method_not_allowed'), ['allow', allowed.join(', ')]);
}
