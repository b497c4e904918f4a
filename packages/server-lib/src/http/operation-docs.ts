import type { z } from 'zod';
import type { ErrorCode } from '../shared/faults/error-codes.js';

/** The documentation of an operation that cannot be derived from its endpoint. */
export interface OperationDoc {
  /** The name of the operation in generated clients: `createSite`. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly responses: readonly ResponseDoc[];
  /** The error codes that cannot be derived from the endpoint. */
  readonly errorCodes?: readonly ErrorCode[];
  /** The MCP tool that calls the operation. The same operation of several kinds is one tool. */
  readonly tool?: ToolDoc;
}

/** A tool for AI agents that calls an operation. */
export interface ToolDoc {
  readonly name: string;
  /** Default: the summary of the operation. */
  readonly title?: string;
}

/** The documentation of a response that is not an error. */
export interface ResponseDoc {
  readonly status: 200 | 201 | 204 | 303 | 304 | 503;
  readonly description: string;
  /** The headers of this response, in addition to the headers of all responses of the operation. */
  readonly headers?: readonly HeaderName[];
  readonly content?: { readonly [Type in ResponseMediaType]?: ResponseContent };
}

/** The response headers that the document describes. */
export type HeaderName =
  | 'X-Request-Id'
  | 'X-Askwell'
  | 'ETag'
  | 'Location'
  | 'Idempotency-Replayed'
  | 'WWW-Authenticate'
  | 'Retry-After'
  | 'RateLimit'
  | 'RateLimit-Policy'
  | 'Allow'
  | 'Content-Disposition'
  | 'Access-Control-Allow-Origin'
  | 'Access-Control-Expose-Headers';

/** The media types of responses. */
export type ResponseMediaType = 'application/json' | 'application/x-ndjson' | 'text/csv' | 'text/event-stream';

/** The content of a body: a resource under `data`, a page of a list, an unwrapped JSON document, or text. */
export type ResponseContent =
  | { readonly resource: z.ZodType }
  | { readonly page: z.ZodType }
  | { readonly whole: z.ZodType }
  | { readonly text: string; readonly example: string };

/** Returns a 200 with one resource. */
export function resourceResponse(schema: z.ZodType, headers: readonly HeaderName[] = []): ResponseDoc {
  return { status: 200, description: 'The resource.', headers, content: { 'application/json': { resource: schema } } };
}

/** Returns a 201 with the created resource. */
export function createdResponse(schema: z.ZodType, headers: readonly HeaderName[] = []): ResponseDoc {
  return {
    ...resourceResponse(schema, ['Location', ...headers]),
    status: 201,
    description: 'The created resource.',
  };
}

/** Returns a 200 with a page of a list, or with the whole list in another format. */
export function listResponse(schema: z.ZodType, more: Pick<ResponseDoc, 'headers' | 'content'> = {}): ResponseDoc {
  return {
    status: 200,
    description: 'A page of the list as JSON, or the whole list in the other formats.',
    ...more,
    content: {
      'application/json': { page: schema },
      'application/x-ndjson': { text: 'The whole list, one resource per line.', example: '{"id":…}\n{"id":…}\n' },
      ...more.content,
    },
  };
}

/** A 204. */
export const noContentResponse: ResponseDoc = { status: 204, description: 'The operation succeeded. No content.' };
