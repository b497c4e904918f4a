import type { ResponseContent, ResponseDoc } from '../../http/operation-docs.js';
import type { BodySchemas } from './body-schemas.js';
import { type Surface, surfaceHeaders } from './error-responses.js';
import { headerRefs } from './headers.js';
import type { MediaTypeObject, ResponseObject } from './openapi-types.js';
import { examplesOf, schemaOf } from './schemas.js';

/** Converts the documentation of a response to OpenAPI. */
export function toResponse(
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
