import { z } from 'zod';
import { componentOf, described } from '../../base/validation/documented.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import type { ErrorBody, ListBody } from '../../shared/contract/response-types.js';
import type { ApiEndpoint } from '../keyed-endpoint.js';
import { BodySchemas } from './body-schemas.js';
import { ErrorResponses } from './error-responses.js';
import { headers } from './headers.js';
import type { HttpMethod, OpenApiDocument, OpenApiOperation } from './openapi-types.js';
import { keyedOperation, publicOperation, serviceOperation } from './operations.js';
import { headerParameters } from './parameters.js';
import { componentSchemas } from './schemas.js';
import { tags } from './tags.js';

componentOf<Pick<ErrorBody, 'message'>>()(
  'UnauthorizedError',
  z.object({ message: described(z.string(), 'The error in English.') }),
  { description: 'The error of a request without a valid API key.' },
);
componentOf<ListBody<unknown>['meta']>()(
  'PageMeta',
  z.object({
    next_cursor: described(
      z.string().nullable(),
      'The value of the query parameter `cursor` for the next page. Null on the last page.',
    ),
  }),
  { description: 'Where the list continues.' },
);

const methods = ['get', 'post', 'patch', 'delete'] as const satisfies readonly HttpMethod[];

const description = `Polls, quizzes and forms, and the answers to them.

Send an API key in the \`X-API-Key\` header. Create keys in the dashboard. Three operations need no key, since visitors
call them: casting a vote, submitting an attempt and submitting a form.

Unknown members of a body and unknown query parameters are errors. \`HEAD\` is supported wherever \`GET\` is. An
unsupported method returns 405 with an \`Allow\` header.`;

/** Builds the OpenAPI document from the endpoints of a server. */
export function buildDocument(
  api: readonly ApiEndpoint[],
  pages: readonly PageEndpoint[],
  servers: OpenApiDocument['servers'],
): OpenApiDocument {
  const bodies = new BodySchemas();
  const errorResponses = new ErrorResponses(bodies);
  const paths: Record<string, Partial<Record<HttpMethod, OpenApiOperation>>> = {};
  for (const endpoint of api) {
    const { path, keyedOperations, publicOperation: open } = endpoint;
    const operations: Partial<Record<HttpMethod, OpenApiOperation>> = {};
    for (const method of methods) {
      const operation = keyedOperations.get(method.toUpperCase());
      if (operation) operations[method] = keyedOperation(endpoint, operation, errorResponses);
    }
    if (open) operations.post = publicOperation(endpoint, open, errorResponses);
    paths[path] = operations;
  }
  for (const endpoint of pages) {
    for (const operation of [endpoint.operation ?? []].flat())
      paths[endpoint.path] = {
        ...paths[endpoint.path],
        [operation.body ? 'post' : 'get']: serviceOperation(endpoint, operation, errorResponses),
      };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Askwell', version: 'v1', description, license: { name: 'MIT', identifier: 'MIT' } },
    servers,
    tags,
    security: [{ ApiKey: [] }],
    paths,
    components: {
      schemas: sorted({ ...componentSchemas('document'), ...bodies.all() }),
      responses: errorResponses.all(),
      parameters: headerParameters,
      headers,
      securitySchemes: { ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
    },
  };
}

function sorted<Value>(members: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
}
