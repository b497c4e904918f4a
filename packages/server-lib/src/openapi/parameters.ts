import type { z } from 'zod';
import type { JsonSchema, Parameter, Ref } from './openapi-types.js';
import { membersOf, schemaOf } from './schemas.js';

/** Headers of requests, by the names they have in the document. They have no examples: viewers would send them. */
export const headerParameters = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Told back, so that your logs and ours can be put together.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same key with the same body again, within 24 hours, does nothing twice and is answered alike.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` that was read: the change is refused (412) if it no longer stands.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of what the caller has: if it still stands, the answer is 304 without a body.',
    schema: { type: 'string' },
  },
} as const satisfies Record<string, Parameter>;

/** One of them, where an operation takes it. */
export function headerParameter(name: keyof typeof headerParameters): Ref {
  return { $ref: `#/components/parameters/${name}` };
}

/** What stands in a path. */
export function pathParameters(params: Readonly<Record<string, z.ZodType>>): Parameter[] {
  return Object.entries(params).map(([name, schema]) => ({
    ...parameter(name, 'path', schemaOf(schema)),
    required: true,
  }));
}

/** Most operations have one of a few queries. */
const known = new WeakMap<z.ZodType, Parameter[]>();

/** What an operation takes in its query. */
export function queryParameters(query: z.ZodType | undefined): Parameter[] {
  if (!query) return [];
  const before = known.get(query);
  if (before) return before;
  const parameters = membersOf(query).map(({ name, required, schema }) => ({
    ...parameter(name, 'query', schema),
    ...(required ? { required } : {}),
  }));
  known.set(query, parameters);
  return parameters;
}

/** What a schema says of itself stands beside it here. */
function parameter(name: string, place: Parameter['in'], schema: JsonSchema): Parameter {
  const { description, examples, ...rest } = schema;
  return {
    name,
    in: place,
    ...(typeof description === 'string' ? { description } : {}),
    schema: rest,
    ...(Array.isArray(examples) ? { example: examples[0] } : {}),
  };
}
