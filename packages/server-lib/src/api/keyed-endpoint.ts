import type { z } from 'zod';
import type { Caller } from '../access/authenticate-key.js';
import type { Clock } from '../clock.js';
import { AskwellError } from '../errors.js';
import { bodyLimit, readBody } from '../http/body.js';
import type { HttpExchange, Reply } from '../http/exchange.js';
import { errorReply } from '../http/reply.js';
import type { Params } from '../http/router.js';
import { parseUrlencoded } from '../http/urlencoded.js';
import { findCreation } from '../store/idempotency.js';
import type { Store } from '../store/store.js';
import { type HeavyRequests, heavyBodySize } from './heavy-requests.js';
import { toIdempotentRequest } from './idempotency.js';
import { absentQuery, type KeyedCall, type KeyedMethod, type Methods, type ParsedRequest } from './keyed-methods.js';
import type { OperationDoc } from './operation-docs.js';

/** What a visitor's browser is told of who may call, whatever becomes of the request. */
export interface CorsState {
  cors: readonly string[];
}

/** Answers a visitor, whom the limiter has already admitted. */
export type PublicHandler = (exchange: HttpExchange, params: Params, telling: CorsState) => Promise<Reply>;

/** The POST that needs no key, and what it takes as JSON and from a plain form. */
export interface PublicOperation {
  readonly doc: OperationDoc;
  readonly body: z.ZodType;
  readonly form: z.ZodType;
  readonly handle: PublicHandler;
}

/** What is known of a keyed method without the type of what it finds. */
export type KeyedOperation = Omit<KeyedMethod<never>, 'run'>;

/** A path under `/api/v1`: what a key may do there, and the POST that needs none. */
export interface ApiEndpoint {
  readonly path: string;
  /** What stands in the path, by name. */
  readonly params: Readonly<Record<string, z.ZodType>>;
  readonly allowedMethods: readonly string[];
  readonly keyedOperations: ReadonlyMap<string, KeyedOperation>;
  readonly publicOperation: PublicOperation | undefined;
  serve(exchange: HttpExchange, caller: Caller, params: Params, context: KeyedContext): Promise<Reply>;
}

export interface KeyedContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly heavyRequests: HeavyRequests;
}

interface EndpointPath<Found> {
  readonly path: string;
  readonly params: Readonly<Record<string, z.ZodType>>;
  /** Finds what the path names; undefined is 404. */
  readonly find: (caller: Caller, params: Params) => Promise<Found | undefined>;
}

/** A path that is always there. */
export function collection(path: string): EndpointPath<null> {
  return { path, params: {}, find: async () => null };
}

/** The names of a path's parameters: `id` of `/api/v1/sites/{id}`. */
export type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamsOf<Rest>
  : never;

/** A path that names something, which the caller may or may not have. */
export function item<Found, Path extends string>(
  path: Path,
  params: Readonly<Record<ParamsOf<Path>, z.ZodType>>,
  find: EndpointPath<Found>['find'],
): EndpointPath<Found> {
  return { path, params, find };
}

/** A path, what it names, and what may be done there. */
export function apiEndpoint<Found>(
  place: EndpointPath<Found>,
  methods: Methods<Found>,
  open?: PublicOperation,
): ApiEndpoint {
  const byName = new Map(Object.entries(methods));
  const allowed = [...new Set([...byName.keys(), ...(open ? ['POST'] : [])])];
  return {
    path: place.path,
    params: place.params,
    allowedMethods: allowed,
    keyedOperations: byName,
    publicOperation: open,
    async serve(exchange, caller, params, context) {
      const found = await place.find(caller, params);
      if (found === undefined) throw new AskwellError('not_found');
      const method = byName.get(exchange.method === 'HEAD' ? 'GET' : exchange.method);
      if (!method) return methodNotAllowed(allowed);
      return await serveMethod(method, { exchange, caller, params, found }, context);
    },
  };
}

/** What is judged once the key, the path and the method are right: 413, 415, 400, 403, replay, then what the handler checks. */
async function serveMethod<Found>(
  method: KeyedMethod<Found>,
  call: KeyedCall<Found>,
  { store, clock, heavyRequests }: KeyedContext,
): Promise<Reply> {
  const { exchange, caller } = call;
  const absent = method.bodyMayBeAbsent ? {} : undefined;
  const body = method.body ? await readBody(exchange, bodyLimit, ['application/json'], absent) : undefined;
  const query = exchange.query === '' ? absentQuery : parseUrlencoded(exchange.query, 'query');
  method.permit?.(caller);
  const isLarge = body !== undefined && (await exchange.body(bodyLimit)).byteLength > heavyBodySize;
  const weight = method.weight?.(query) ?? (isLarge ? 'job' : 'light');
  return heavyRequests.run(weight, caller.scope.account, exchange, () =>
    serveSent(method, call, { query, body }, { store, clock }),
  );
}

/** The rest, which heavy requests wait for. */
async function serveSent<Found>(
  method: KeyedMethod<Found>,
  call: KeyedCall<Found>,
  { query, body }: Omit<ParsedRequest, 'idempotency'>,
  { store, clock }: Pick<KeyedContext, 'store' | 'clock'>,
): Promise<Reply> {
  const { exchange, caller } = call;
  const idempotency = method.replay ? toIdempotentRequest(exchange, caller.scope, body, clock.now()) : null;
  if (idempotency && method.replay) {
    const before = await store.read(findCreation(idempotency));
    if (before && 'refused' in before) throw new AskwellError('idempotency_mismatch');
    if (before) return method.replay(call, before.resource);
  }
  method.precondition?.(call);
  return await method.run(call, { query, body, idempotency });
}

/** HEAD goes wherever GET goes. */
export function methodNotAllowed(methods: readonly string[]): Reply {
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return errorReply(new AskwellError('method_not_allowed'), ['allow', allowed.join(', ')]);
}
