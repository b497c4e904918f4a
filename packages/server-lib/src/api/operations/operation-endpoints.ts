import { turnForLongWork } from '../../base/event-loop.js';
import { check } from '../../base/validation/check.js';
import type { HttpExchange, Reply } from '../../http/exchange.js';
import { replyWithList } from '../../http/paging.js';
import { absentQuery } from '../../http/query-params.js';
import { noContent, replayedHeaders, resource, secretResource, uncompressed, withHeaders } from '../../http/reply.js';
import { type ApiEndpoint, apiEndpoint, type PublicOperation } from '../keyed-endpoint.js';
import type { KeyedCall, KeyedMethod, Methods, ParsedRequest } from '../keyed-method.js';
import {
  type AnyListOperation,
  type AnyOperation,
  type AnyOwnerOperation,
  isListOperation,
  noInput,
  type OperationGroup,
  type OperationOutcome,
  type OwnerCall,
  operationsIn,
  type Target,
} from './operation.js';

/** Returns the key of the address of a client. */
type ClientKeyOf = (exchange: HttpExchange) => string;

/**
 * Returns the REST endpoints of operations: one for each path, in the order of the operations.
 *
 * @param publicOperations The operations that need no key, by their paths.
 */
export function operationEndpoints(
  group: OperationGroup,
  clientKeyOf: ClientKeyOf,
  publicOperations: Readonly<Record<string, PublicOperation>> = {},
): ApiEndpoint[] {
  const byPath = new Map<string, { readonly target: Target<unknown>; readonly methods: Methods<unknown> }>();
  for (const { operation } of operationsIn(group)) {
    const { target, method } = operation;
    const { methods = {} } = byPath.get(target.path) ?? {};
    if (methods[method]) throw new Error(`Two operations are at ${method} ${target.path}.`);
    byPath.set(target.path, { target, methods: { ...methods, [method]: toKeyedMethod(operation, clientKeyOf) } });
  }
  return [...byPath.values()].map(({ target: { path, params, find }, methods }) =>
    apiEndpoint({ path, params, find: ({ scope }, ids) => find(scope, ids) }, methods, publicOperations[path]),
  );
}

/** Returns the REST method of an operation, which adds the status, headers and the conditions of requests. */
function toKeyedMethod(operation: AnyOperation, clientKeyOf: ClientKeyOf): KeyedMethod<unknown> {
  return isListOperation(operation) ? toListMethod(operation) : toResourceMethod(operation, clientKeyOf);
}

function toListMethod({
  doc,
  effect,
  input,
  prefixed,
  isSecret,
  weight,
  list,
}: AnyListOperation): KeyedMethod<unknown> {
  return {
    doc,
    effect,
    query: input,
    prefixed,
    isConditional: true,
    weight,
    async run({ caller: { scope }, found, prefixed: inputs }, { query }) {
      const checked = check(input, query);
      const reply = await replyWithList(checked, list({ scope, found, prefixed: inputs }, checked));
      return isSecret ? uncompressed(reply) : reply;
    },
  };
}

function toResourceMethod(operation: AnyOwnerOperation, clientKeyOf: ClientKeyOf): KeyedMethod<unknown> {
  const {
    method,
    doc,
    effect,
    input,
    inputDoc = input,
    inputMayBeAbsent = false,
    bodyLimit,
    prefixed,
    isConditional = true,
    weight,
    maxWaiting,
    versionOf,
    tagOf,
    run,
    replay,
  } = operation;
  const toOwnerCall = (call: KeyedCall<unknown>, idempotency: ParsedRequest['idempotency']): OwnerCall<unknown> => ({
    scope: call.caller.scope,
    found: call.found,
    onlyVersion: call.onlyVersion,
    idempotency,
    prefixed: call.prefixed,
    get client() {
      return clientKeyOf(call.exchange);
    },
  });
  const takesBody = method === 'POST' || method === 'PATCH';
  return {
    doc,
    effect,
    query: takesBody ? noInput : input,
    prefixed,
    ...(takesBody ? { body: inputDoc, bodyMayBeAbsent: inputMayBeAbsent } : {}),
    ...(bodyLimit !== undefined && { bodyLimit }),
    permit: operation.permit && (({ scope }) => operation.permit?.(scope)),
    isConditional: method === 'GET' && isConditional,
    weight,
    ...(maxWaiting !== undefined && { maxWaiting }),
    versionOf,
    tagOf,
    ...(replay && {
      replay: async (call, reference) => toReply(operation, call, await replay(toOwnerCall(call, null), reference)),
    }),
    async run(call, request) {
      const checked = checkInput(operation, request);
      if (request.isLarge) await turnForLongWork(call.caller.scope.account);
      const outcome = await run(toOwnerCall(call, request.idempotency), checked);
      const reply = toReply(operation, call, outcome);
      return outcome.replayed ? withHeaders(reply, replayedHeaders) : reply;
    },
  };
}

function checkInput({ method, input }: AnyOwnerOperation, { query, body }: ParsedRequest): unknown {
  if (method === 'GET' || method === 'DELETE') return check(input, query);
  if (query !== absentQuery) check(noInput, query);
  return check(input, body);
}

function toReply(
  { doc, isSecret }: AnyOwnerOperation,
  { exchange }: KeyedCall<unknown>,
  { data, tag, location }: OperationOutcome<object | undefined>,
): Reply {
  const [{ status: success } = { status: 200 }] = doc.responses;
  if (data === undefined || success === 204) return noContent;
  const status = success === 201 ? 201 : 200;
  const headers = [
    ...(tag === undefined ? [] : ['etag', tag]),
    ...(location === undefined ? [] : ['location', exchange.base + location]),
  ];
  return isSecret ? secretResource(status, data, headers) : resource(status, data, headers);
}
