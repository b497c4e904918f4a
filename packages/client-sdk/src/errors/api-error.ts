import type { ErrorBody, ErrorCode, FieldErrors, Issue } from '@askwell/server/contract';
import type { ReplyHeaders } from '../transport/headers.js';
import { AskwellError } from './askwell-error.js';

/** An error response. */
export interface ErrorResponse {
  /** The method and URL of the request, such as `GET https://polls.example.com/api/v1/me`. */
  readonly request?: string | undefined;
  /** The HTTP status. */
  readonly status: number;
  /** The body. Empty if a proxy responded instead of the server. */
  readonly body: Partial<ErrorBody>;
  /** The headers, with names in lower case. */
  readonly headers: ReplyHeaders;
  /** The delay in the `Retry-After` header, in seconds. */
  readonly retryAfter: number | undefined;
}

/**
 * The server responded with an error. Each status has a subclass. The message contains the request, the status, the code,
 * the message of the server and the request ID.
 *
 * @example
 * try {
 *   await askwell.polls.get(id);
 * } catch (error) {
 *   if (!(error instanceof NotFoundError)) throw error;
 * }
 */
export class ApiError extends AskwellError {
  override name = 'ApiError';
  /** The HTTP status. */
  readonly status: number;
  /** The error code. Undefined with status 401, and if a proxy responded instead of the server. */
  readonly code: ErrorCode | undefined;
  /** The message of the server, without the request and the status. */
  readonly detail: string | undefined;
  /** The English messages of a {@link ValidationError}, by the dotted path of the field. */
  readonly errors: FieldErrors | undefined;
  /** The same errors as codes with parameters, for programs and translations. Only with the code `invalid`. */
  readonly issues: readonly Issue[] | undefined;
  /** The ID of the request in the server's log. */
  readonly requestId: string | undefined;
  /** The number of seconds after which to try again, if the server sent `Retry-After`. */
  readonly retryAfter: number | undefined;
  readonly #headers: ReplyHeaders;

  /** @param response The error response. */
  constructor(response: ErrorResponse) {
    super(describe(response));
    const { status, body, headers, retryAfter } = response;
    this.status = status;
    this.detail = body.message;
    this.code = body.code;
    this.errors = body.errors;
    this.issues = body.issues;
    this.requestId = headers['x-request-id'];
    this.retryAfter = retryAfter;
    this.#headers = headers;
  }

  /** The headers of the response, with names in lower case. */
  get headers(): ReplyHeaders {
    return this.#headers;
  }
}

/** The maximum number of field errors in a message. */
const maxFieldErrors = 3;

/** `PATCH https://… failed with status 422 (invalid): Validation failed. title: Required. [request 4f0c…]` */
function describe({ request = 'The request', status, body, headers }: ErrorResponse): string {
  const code = body.code === undefined ? '' : ` (${body.code})`;
  const fieldErrors = Object.entries(body.errors ?? {}).slice(0, maxFieldErrors);
  const detail = [body.message, ...fieldErrors.map(([path, [first]]) => `${path}: ${first}`)].filter(Boolean).join(' ');
  const id = headers['x-request-id'];
  return `${request} failed with status ${status}${code}${detail && `: ${detail}`}${id === undefined ? '' : ` [request ${id}]`}`;
}
