import { z } from 'zod';
import { documented } from '../../base/validation/documented.js';
import type { OperationDoc } from '../../http/operation-docs.js';

const schema = z
  .object({ openapi: z.string() })
  .catchall(z.unknown())
  .register(documented, { id: 'OpenApiDocument', description: 'This document.' });

/** The documentation of the endpoint that serves the document. */
export const documentOperation: OperationDoc = {
  id: 'getOpenApiDocument',
  summary: 'Read the OpenAPI document',
  responses: [
    {
      status: 200,
      description: 'An OpenAPI 3.1 document, built from the schemas that validate requests.',
      headers: ['ETag'],
      content: { 'application/json': { whole: schema } },
    },
    { status: 304, description: 'The document has not changed.', headers: ['ETag'] },
  ],
};
