import { AskwellError } from '../../base/errors.js';
import type { ApiOperation } from './operation-list.js';

/** A request to an operation of the API, with a JSON body. */
export interface ApiRequest {
  readonly method: string;
  /** The path below the base path, percent-encoded. */
  readonly path: string;
  /** The query, without the question mark. */
  readonly query: string;
  /** The headers by their names in lower case, without the API key. */
  readonly headers: Readonly<Record<string, string>>;
  /** The text of the body. Undefined without a body. */
  readonly body: string | undefined;
}

/** A response of the API, whose body was read. */
export interface ApiResponse {
  readonly status: number;
  readonly text: string;
  /** The number of seconds of `Retry-After`; undefined without it. */
  readonly retryAfter: number | undefined;
  /** The entity tag. Undefined without an `ETag`. */
  readonly etag: string | undefined;
}

/** Sends a request with an API key. */
export type SendRequest = (request: ApiRequest, signal?: AbortSignal) => Promise<ApiResponse>;

/** The values of a request, by name. */
export interface RequestValues {
  readonly path: Readonly<Record<string, string>>;
  readonly query: [name: string, value: string][];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/**
 * Fills in the path of an operation, and writes the query and headers of a request.
 *
 * @throws AskwellError with the code `not_found` for an ID that would change the path.
 */
export function toApiRequest({ method, path }: ApiOperation, values: RequestValues): ApiRequest {
  return {
    method,
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeSegment(values.path[name] ?? '')),
    query: new URLSearchParams(values.query).toString(),
    headers: values.body === undefined ? values.headers : { ...values.headers, 'content-type': 'application/json' },
    body: values.body,
  };
}

/**
 * Encodes a segment of a path. HTTP clients remove the segments `.` and `..`, and an empty segment would name the list. An unpaired
 * surrogate cannot be encoded.
 */
function encodeSegment(id: string): string {
  if (/^\.{0,2}$/.test(id) || !id.isWellFormed()) throw new AskwellError('not_found');
  return encodeURIComponent(id);
}

/** Returns the names of the parameters in the path of an operation, in order. */
export function pathParametersOf({ path }: Pick<ApiOperation, 'path'>): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}
