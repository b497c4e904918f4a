import type { z } from 'zod';
import type { HeaderName, OperationDoc, ResponseContent, ResponseDoc } from '../../http/operation-docs.js';
import type { PageEndpoint, ServiceOperation } from '../../http/page-endpoint.js';
import type { ErrorCode } from '../../shared/faults/error-codes.js';
import type { ApiEndpoint, KeyedOperation, PublicOperation } from '../keyed-endpoint.js';
import type { BodySchemas } from './body-schemas.js';
import { type ErrorResponses, type Surface, surfaceHeaders } from './error-responses.js';
import { headerRefs } from './headers.js';
import type { MediaTypeObject, OpenApiOperation, RequestBody, ResponseObject } from './openapi-types.js';
import { headerParameter, pathParameters, prefixedParameter, queryParameters } from './parameters.js';
import { examplesOf, schemaOf } from './schemas.js';
import { tagOf } from './tags.js';

/** Describes an operation with a key. Its checks and its documentation determine the error codes. */
export function keyedOperation(
  { path, params }: ApiEndpoint,
  operation: KeyedOperation,
  errorResponses: ErrorResponses,
): OpenApiOperation {
  const {
    doc,
    effect,
    query,
    prefixed,
    body,
    bodyMayBeAbsent = false,
    replay,
    versionOf,
    isConditional = false,
  } = operation;
  const codes: ErrorCode[] = ['malformed'];
  if (effect !== 'read') codes.push('forbidden');
  if (path.includes('{')) codes.push('not_found');
  codes.push(...(doc.errorCodes ?? []));
  if (versionOf) codes.push('precondition_failed');
  if (body) codes.push('too_large', 'unsupported_media_type');
  codes.push('invalid');
  if (replay && body) codes.push('idempotency_mismatch');
  return {
    ...headOf(path, doc),
    parameters: [
      ...pathParameters(params),
      ...queryParameters(query),
      ...(prefixed ? [prefixedParameter(prefixed)] : []),
      ...(replay ? [headerParameter('IdempotencyKey')] : []),
      ...(versionOf ? [headerParameter('IfMatch')] : []),
      ...(isConditional ? [headerParameter('IfNoneMatch')] : []),
      headerParameter('RequestId'),
    ],
    ...(body ? { requestBody: bodyOf({ 'application/json': body }, !bodyMayBeAbsent) } : {}),
    responses: {
      ...responsesOf(
        'keyed',
        isConditional ? withNotModified(doc) : doc,
        errorResponses,
        replay ? ['Idempotency-Replayed'] : [],
      ),
      401: errorResponses.unauthorized(),
      ...errorResponses.of('keyed', [...codes, 'rate_limited', 'internal', 'unavailable']),
    },
  };
}

/** Adds the `ETag` and the 304 of a conditional read. */
function withNotModified({ responses, ...doc }: OperationDoc): OperationDoc {
  const tagged = responses.map(({ headers = [], ...response }) => ({
    ...response,
    headers: [...new Set([...headers, 'ETag' as const])],
  }));
  const notModified = {
    status: 304,
    description: 'The client has the current representation.',
    headers: ['ETag'],
  } as const;
  return { ...doc, responses: [...tagged, notModified] };
}

/** Describes an operation of visitors, which needs no key. */
export function publicOperation(
  { path, params }: ApiEndpoint,
  { doc, body, form }: PublicOperation,
  errorResponses: ErrorResponses,
): OpenApiOperation {
  return {
    ...headOf(path, doc),
    security: [],
    parameters: [
      ...pathParameters(params),
      headerParameter('IdempotencyKey'),
      headerParameter('AcceptLanguage'),
      headerParameter('RequestId'),
    ],
    requestBody: bodyOf({ 'application/json': body, 'application/x-www-form-urlencoded': form }),
    responses: {
      ...responsesOf('public', doc, errorResponses, ['Idempotency-Replayed']),
      ...errorResponses.of('public', [
        ...(['malformed', 'forbidden', 'not_found', ...(doc.errorCodes ?? []), 'gone', 'too_large'] as const),
        ...(['unsupported_media_type', 'invalid', 'idempotency_mismatch', 'rate_limited'] as const),
        ...(['internal', 'unavailable'] as const),
      ]),
    },
  };
}

/** Describes an operation outside `/api/v1`. Endpoints that pages of other origins read return errors as JSON, too. */
export function serviceOperation(
  { path, options }: PageEndpoint,
  { doc, params = {}, query, body }: ServiceOperation,
  errorResponses: ErrorResponses,
): OpenApiOperation {
  const surface: Surface = options ? 'embed' : 'service';
  // The only error of probes and documents is the error for another method.
  const codes: ErrorCode[] = options ? ['forbidden', 'not_found', 'internal', 'unavailable'] : ['method_not_allowed'];
  if (body) codes.unshift('malformed', 'too_large', 'unsupported_media_type', 'invalid');
  const isConditional = doc.responses.some(({ status }) => status === 304);
  return {
    ...headOf(path, doc),
    security: [],
    parameters: [
      ...pathParameters(params),
      ...queryParameters(query),
      ...(isConditional ? [headerParameter('IfNoneMatch')] : []),
      headerParameter('RequestId'),
    ],
    ...(body ? { requestBody: bodyOf({ 'application/json': body }) } : {}),
    responses: {
      ...responsesOf(surface, doc, errorResponses),
      ...errorResponses.of(surface, [...codes, ...(doc.errorCodes ?? [])]),
    },
  };
}

function headOf(path: string, { id, summary, description }: OperationDoc) {
  return { operationId: id, summary, ...(description === undefined ? {} : { description }), tags: [tagOf(path)] };
}

function responsesOf(
  surface: Surface,
  { responses }: OperationDoc,
  { bodies }: ErrorResponses,
  moreHeaders: readonly HeaderName[] = [],
) {
  return Object.fromEntries(
    responses.map(({ headers = [], ...response }) => [
      response.status,
      toResponse(surface, { ...response, headers: [...headers, ...moreHeaders] }, bodies),
    ]),
  );
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

/** Converts the documentation of a response to OpenAPI. */
function toResponse(
  surface: Surface,
  { description, headers = [], content }: ResponseDoc,
  bodies: BodySchemas,
): ResponseObject {
  const types = Object.entries(content ?? {}).map(([type, body]) => [type, toMediaType(body, bodies)]);
  return {
    description,
    headers: headerRefs([...surfaceHeaders[surface], ...headers]),
    ...(types.length > 0 ? { content: Object.fromEntries(types) } : {}),
  };
}

function toMediaType(content: ResponseContent, bodies: BodySchemas): MediaTypeObject {
  if ('text' in content) {
    return { schema: { type: 'string', description: content.text }, example: content.example };
  }
  if ('whole' in content) return { schema: schemaOf(content.whole), ...exampleOf(content.whole, (value) => value) };
  if ('resource' in content) {
    return { schema: bodies.resource(content.resource), ...exampleOf(content.resource, (data) => ({ data })) };
  }
  return {
    schema: bodies.list(content.page),
    ...exampleOf(content.page, (row) => ({ data: [row], meta: { next_cursor: null } })),
  };
}

function exampleOf(schema: Parameters<typeof examplesOf>[0], wrap: (example: unknown) => unknown) {
  const [example] = examplesOf(schema);
  return example === undefined ? {} : { example: wrap(example) };
}
