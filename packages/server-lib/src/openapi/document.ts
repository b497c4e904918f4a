import { z } from 'zod';
import type { ApiEndpoint } from '../api/keyed-endpoint.js';
import type { FieldErrors } from '../errors.js';
import { faultCodes, type Issue } from '../faults/fault.js';
import type { PageEndpoint } from '../http/page-endpoint.js';
import type { ErrorBody, ListBody } from '../http/response-types.js';
import { componentOf, described } from '../validation/documented.js';
import { BodySchemas } from './body-schemas.js';
import { headers } from './headers.js';
import type { HttpMethod, OpenApiDocument, OpenApiOperation } from './openapi-types.js';
import { keyedOperation, openOperation, serviceOperation } from './operations.js';
import { headerParameters } from './parameters.js';
import { Refusals } from './refusals.js';
import { componentSchemas } from './schemas.js';
import { tags } from './tags.js';

componentOf<FieldErrors>()('FieldErrors', z.record(z.string(), z.array(z.string())), {
  description: 'The faults of a request in English, by the dotted path of the field.',
  examples: [{ 'options.0.label': ['Required.'] }],
});
const param = z.union([z.string(), z.number(), z.array(z.string())]);
componentOf<Issue>()(
  'Issue',
  z.object({
    path: described(z.string(), 'The dotted path of the field.'),
    code: described(z.enum(faultCodes), 'The fault, for programs and translations.'),
    params: described(z.record(z.string(), param), 'The parameters of the fault, such as a limit.'),
    message: described(z.string(), 'The fault in English.'),
  }),
  {
    description: 'What is wrong with one field of a request.',
    examples: [{ path: 'options', code: 'too_few', params: { min: 2 }, message: 'Must have at least 2 items.' }],
  },
);
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

Send an API key as \`X-API-Key\`. Keys are made in the dashboard. Only three operations need none, since visitors call
them: casting a vote, submitting an attempt, submitting a form.

Unknown members of a body and unknown query parameters are errors. \`HEAD\` goes wherever \`GET\` goes; a method that a
path does not have is answered 405, with \`Allow\`.`;

/** What a server answers, made of the endpoints that answer. */
export function documentOf(
  api: readonly ApiEndpoint[],
  pages: readonly PageEndpoint[],
  servers: OpenApiDocument['servers'],
): OpenApiDocument {
  const bodies = new BodySchemas();
  const refusals = new Refusals(bodies);
  const paths: Record<string, Partial<Record<HttpMethod, OpenApiOperation>>> = {};
  for (const endpoint of api) {
    const { path, keyed, open } = endpoint;
    const operations: Partial<Record<HttpMethod, OpenApiOperation>> = {};
    for (const method of methods) {
      const operation = keyed.get(method.toUpperCase());
      if (operation) operations[method] = keyedOperation(endpoint, operation, refusals);
    }
    if (open) operations.post = openOperation(endpoint, open, refusals);
    paths[path] = operations;
  }
  for (const endpoint of pages) {
    if (endpoint.told) paths[endpoint.path] = { get: serviceOperation(endpoint, endpoint.told, refusals) };
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
      responses: refusals.all(),
      parameters: headerParameters,
      headers,
      securitySchemes: { ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
    },
  };
}

function sorted<Value>(members: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
}
