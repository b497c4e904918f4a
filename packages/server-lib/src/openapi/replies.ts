import type { Content, ResponseDoc } from '../http/operation-docs.js';
import type { BodySchemas } from './body-schemas.js';
import { headerRefs } from './headers.js';
import type { MediaTypeObject, ResponseObject } from './openapi-types.js';
import { type Surface, surfaceHeaders } from './refusals.js';
import { examplesOf, schemaOf } from './schemas.js';

/** Describes one response of an operation. */
export function replyOf(
  surface: Surface,
  { description, headers = [], content }: ResponseDoc,
  bodies: BodySchemas,
): ResponseObject {
  const types = Object.entries(content ?? {}).map(([type, held]) => [type, mediaType(held, bodies)]);
  return {
    description,
    headers: headerRefs([...surfaceHeaders[surface], ...headers]),
    ...(types.length > 0 ? { content: Object.fromEntries(types) } : {}),
  };
}

function mediaType(content: Content, bodies: BodySchemas): MediaTypeObject {
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

function exampleOf(schema: Parameters<typeof examplesOf>[0], put: (example: unknown) => unknown) {
  const [example] = examplesOf(schema);
  return example === undefined ? {} : { example: put(example) };
}
