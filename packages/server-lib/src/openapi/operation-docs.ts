import { z } from 'zod';
import type { OperationDoc } from '../api/operation-docs.js';
import { documented } from '../validation/documented.js';

const schema = z
  .object({ openapi: z.string() })
  .catchall(z.unknown())
  .register(documented, { id: 'OpenApiDocument', description: 'This document.' });

/** The document says that it is there. */
export const documentOperation: OperationDoc = {
  id: 'getOpenApiDocument',
  summary: 'Read this document',
  responses: [
    {
      status: 200,
      description: 'OpenAPI 3.1, made of the schemas that requests are checked by.',
      headers: ['ETag'],
      content: { 'application/json': { whole: schema } },
    },
    { status: 304, description: 'What the caller has still stands.', headers: ['ETag'] },
  ],
};
