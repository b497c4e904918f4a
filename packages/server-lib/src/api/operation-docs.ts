import type { z } from 'zod';
import type { ErrorCode } from '../errors.js';

/** What the OpenAPI document says of one operation, beside what follows from its parts. */
export interface OperationDoc {
  /** What a generated client calls it: `createSite`. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly responses: readonly ResponseDoc[];
  /** Codes of refusals that do not follow from its parts. */
  readonly errorCodes?: readonly ErrorCode[];
}

/** The same where the reply follows as well. */
export type RequestDoc = Omit<OperationDoc, 'responses'>;

/** One reply of an operation. */
export interface ResponseDoc {
  readonly status: 200 | 201 | 204 | 303 | 304 | 503;
  readonly description: string;
  /** Headers beside those that every reply of the operation has. */
  readonly headers?: readonly HeaderName[];
  readonly content?: { readonly [Type in ResponseMediaType]?: ResponseContent };
}

/** Headers that the document describes. */
export type HeaderName =
  | 'X-Request-Id'
  | 'ETag'
  | 'Location'
  | 'Retry-After'
  | 'RateLimit'
  | 'RateLimit-Policy'
  | 'Content-Disposition'
  | 'Access-Control-Allow-Origin'
  | 'Access-Control-Expose-Headers';

/** What replies come as. */
export type ResponseMediaType = 'application/json' | 'application/x-ndjson' | 'text/csv' | 'text/event-stream';

/** What a body holds: something under `data`, a page of a list, the thing itself, or text. */
export type ResponseContent =
  | { readonly resource: z.ZodType }
  | { readonly page: z.ZodType }
  | { readonly whole: z.ZodType }
  | { readonly text: string; readonly example: string };

/** 200 with one resource. */
export function resourceResponse(schema: z.ZodType, headers: readonly HeaderName[] = []): ResponseDoc {
  return { status: 200, description: 'Here it is.', headers, content: { 'application/json': { resource: schema } } };
}

/** 201 with what was created. */
export function createdResponse(schema: z.ZodType, headers: readonly HeaderName[] = []): ResponseDoc {
  return { ...resourceResponse(schema, headers), status: 201, description: 'It is created.' };
}

/** 200 with a page of a list, or all of it a line each. */
export function listResponse(schema: z.ZodType, more: Pick<ResponseDoc, 'headers' | 'content'> = {}): ResponseDoc {
  return {
    status: 200,
    description: 'A page of the list, or all of it in the other formats.',
    ...more,
    content: {
      'application/json': { page: schema },
      'application/x-ndjson': { text: 'All of the list, one resource a line.', example: '{"id":…}\n{"id":…}\n' },
      ...more.content,
    },
  };
}

/** 204 */
export const noContentResponse: ResponseDoc = { status: 204, description: 'It is done, and there is nothing to say.' };
