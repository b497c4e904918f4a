import type { z } from 'zod';
import type { ApiEndpoint, KeyedOperation, PublicOperation } from '../api/keyed-endpoint.js';
import type { ErrorCode } from '../errors.js';
import type { OperationDoc } from '../http/operation-docs.js';
import type { PageEndpoint, ServiceOperation } from '../http/page-endpoint.js';
import type { MediaTypeObject, OpenApiOperation, RequestBody } from './openapi-types.js';
import { headerParameter, pathParameters, queryParameters } from './parameters.js';
import type { Refusals, Surface } from './refusals.js';
import { replyOf } from './replies.js';
import { examplesOf, schemaOf } from './schemas.js';
import { tagOf } from './tags.js';

/** What a key may do at a path: beside what it tells of itself, the refusals that follow from its parts. */
export function keyedOperation(
  { path, params }: ApiEndpoint,
  operation: KeyedOperation,
  refusals: Refusals,
): OpenApiOperation {
  const { doc, query, body, bodyMayBeAbsent = false, replay, permit, precondition } = operation;
  const codes: ErrorCode[] = ['malformed'];
  if (permit) codes.push('forbidden');
  if (path.includes('{')) codes.push('not_found');
  codes.push(...(doc.refusals ?? []));
  if (precondition) codes.push('precondition_failed');
  if (body) codes.push('too_large', 'unsupported_media_type');
  codes.push('invalid');
  if (replay && body) codes.push('idempotency_mismatch');
  return {
    ...headOf(path, doc),
    parameters: [
      ...pathParameters(params),
      ...queryParameters(query),
      ...(replay ? [headerParameter('IdempotencyKey')] : []),
      ...(precondition ? [headerParameter('IfMatch')] : []),
      headerParameter('RequestId'),
    ],
    ...(body ? { requestBody: bodyOf({ 'application/json': body }, !bodyMayBeAbsent) } : {}),
    responses: {
      ...repliesOf('keyed', doc, refusals),
      401: refusals.unauthorized(),
      ...refusals.of('keyed', [...codes, 'rate_limited', 'internal', 'unavailable']),
    },
  };
}

/** What visitors may do without a key. */
export function openOperation(
  { path, params }: ApiEndpoint,
  { doc, body, form }: PublicOperation,
  refusals: Refusals,
): OpenApiOperation {
  return {
    ...headOf(path, doc),
    security: [],
    parameters: [...pathParameters(params), headerParameter('IdempotencyKey'), headerParameter('RequestId')],
    requestBody: bodyOf({ 'application/json': body, 'application/x-www-form-urlencoded': form }),
    responses: {
      ...repliesOf('public', doc, refusals),
      ...refusals.of('public', [
        ...(['malformed', 'forbidden', 'not_found', ...(doc.refusals ?? []), 'gone', 'too_large'] as const),
        ...(['unsupported_media_type', 'invalid', 'idempotency_mismatch', 'rate_limited'] as const),
        ...(['internal', 'unavailable'] as const),
      ]),
    },
  };
}

/** What stands outside the API for programs to read. What other sites' pages read is refused in JSON, as the API does. */
export function serviceOperation(
  { path, options }: PageEndpoint,
  { doc, params = {}, query }: ServiceOperation,
  refusals: Refusals,
): OpenApiOperation {
  const surface: Surface = options ? 'embed' : 'service';
  const codes: ErrorCode[] = options ? ['forbidden', 'not_found', 'internal', 'unavailable'] : [];
  const isConditional = doc.replies.some(({ status }) => status === 304);
  return {
    ...headOf(path, doc),
    security: [],
    parameters: [
      ...pathParameters(params),
      ...queryParameters(query),
      ...(isConditional ? [headerParameter('IfNoneMatch')] : []),
      headerParameter('RequestId'),
    ],
    responses: {
      ...repliesOf(surface, doc, refusals),
      ...refusals.of(surface, [...codes, ...(doc.refusals ?? [])]),
    },
  };
}

function headOf(path: string, { id, summary, description }: OperationDoc) {
  return { operationId: id, summary, ...(description === undefined ? {} : { description }), tags: [tagOf(path)] };
}

function repliesOf(surface: Surface, { replies }: OperationDoc, { bodies }: Refusals) {
  return Object.fromEntries(replies.map((told) => [told.status, replyOf(surface, told, bodies)]));
}

function bodyOf(types: Readonly<Record<string, z.ZodType>>, required = true): RequestBody {
  const content = Object.entries(types).map(([type, schema]): [string, MediaTypeObject] => {
    const [example, ...others] = examplesOf(schema);
    if (example === undefined) return [type, { schema: schemaOf(schema) }];
    if (others.length === 0) return [type, { schema: schemaOf(schema), example }];
    const examples = [example, ...others].map((value, at) => [`example${at + 1}`, { value }]);
    return [type, { schema: schemaOf(schema), examples: Object.fromEntries(examples) }];
  });
  return { required, content: Object.fromEntries(content) };
}
