import type { z } from 'zod';
import type { PrefixedParams } from '../../http/query-params.js';
import type { JsonSchema, Parameter, Ref } from './openapi-types.js';
import { memberSchemas, schemaOf } from './schemas.js';

/** The request headers, by their names in the document. They have no examples, because viewers would send these. */
export const headerParameters = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'An ID for the request, which the response repeats. Use it to match your logs with ours.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the request safe to repeat: within 24 hours, a request with the same key and body has no further effect and returns the same result.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
  },
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    description:
      'The language in which the visitor was asked. The owner sees the first one as `language` of the answer.',
    schema: { type: 'string' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` of the version to change. If the resource has another version, the response is 412.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` of the version that the client has. If it is the current one, the response is 304 without a body.',
    schema: { type: 'string' },
  },
} as const satisfies Record<string, Parameter>;

/** Returns a reference to a request header. */
export function headerParameter(name: keyof typeof headerParameters): Ref {
  return { $ref: `#/components/parameters/${name}` };
}

/** Returns the parameters of a path. */
export function pathParameters(params: Readonly<Record<string, z.ZodType>>): Parameter[] {
  return Object.entries(params).map(([name, schema]) => ({
    ...parameter(name, 'path', schemaOf(schema)),
    required: true,
  }));
}

/** The parameters of each schema, since many operations share one. */
const cache = new WeakMap<z.ZodType, Parameter[]>();

/** Returns the parameters of a query. */
export function queryParameters(query: z.ZodType | undefined): Parameter[] {
  if (!query) return [];
  const cached = cache.get(query);
  if (cached) return cached;
  const parameters = memberSchemas(query).map(({ name, required, schema }) => ({
    ...parameter(name, 'query', schema),
    ...(required ? { required } : {}),
  }));
  cache.set(query, parameters);
  return parameters;
}

/**
 * Returns the parameter for all query parameters with a prefix: an object whose members are separate parameters. OpenAPI has no
 * other way to describe parameters with names that are not known in advance.
 */
export function prefixedParameter({ prefix, description, example: [name, value] }: PrefixedParams): Parameter {
  return {
    name: `${prefix.slice(0, -1)}_filters`,
    in: 'query',
    description: `${description} Each member is a parameter: \`${name}=${value}\`.`,
    style: 'form',
    explode: true,
    schema: { type: 'object', additionalProperties: { type: 'string' } },
  };
}

/** Moves the description and the example of a schema to its parameter. */
function parameter(name: string, location: Parameter['in'], schema: JsonSchema): Parameter {
  const { description, examples, ...rest } = schema;
  return {
    name,
    in: location,
    ...(typeof description === 'string' ? { description } : {}),
    schema: rest,
    ...(Array.isArray(examples) ? { example: examples[0] } : {}),
  };
}
