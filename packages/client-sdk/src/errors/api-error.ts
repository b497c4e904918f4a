import type { ErrorBody, ErrorCode, FieldErrors } from '@askwell/server/contract';
import type { ReplyHeaders } from '../transport/headers.js';
import { AskwellError } from './askwell-error.js';

/** An error response. */
export interface Refusal {
  /** The method and URL of the request, such as `GET https://polls.example.com/api/v1/me`. */
  readonly request?: string | undefined;
  readonly status: number;
  /** Empty where another server than Askwell responded. */
  readonly body: Partial<ErrorBody>;
  readonly headers: ReplyHeaders;
  /** The seconds of a `Retry-After` header, which may also be a date. */
  readonly retryAfter: number | undefined;
}

/**
 * The server responded with an error. There is a subclass for each reason. The message names the request, the status, the
 * code and the request ID, and ends with what the server said.
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
  readonly status: number;
  /** The code of the error. Absent with status 401, and where a proxy responded in place of the server. */
  readonly code: ErrorCode | undefined;
  /** What the server said about the error, without the request and the status. */
  readonly detail: string | undefined;
  /** The faults of a {@link ValidationError}, by the dotted path of the field. */
  readonly errors: FieldErrors | undefined;
  /** The ID of the request in the server's log. */
  readonly requestId: string | undefined;
  /** Seconds after which the request may be sent again, if the server says so. */
  readonly retryAfter: number | undefined;
  readonly #headers: ReplyHeaders;

  constructor(refusal: Refusal) {
    super(describe(refusal));
    const { status, body, headers, retryAfter } = refusal;
    this.status = status;
    this.detail = body.message;
    this.code = body.code;
    this.errors = body.errors;
    this.requestId = headers['x-request-id'];
    this.retryAfter = retryAfter;
    this.#headers = headers;
  }

  /** The headers of the response, with names in lower case. */
  get headers(): ReplyHeaders {
    return this.#headers;
  }
}

/** `errors` has the rest. */
const mostFaults = 3;

/** `PATCH https://… failed with status 422 (invalid): Validation failed. title: Required. [request 4f0c…]` */
function describe({ request = 'The request', status, body, headers }: Refusal): string {
  const code = body.code === undefined ? '' : ` (${body.code})`;
  const faults = Object.entries(body.errors ?? {}).slice(0, mostFaults);
  const detail = [body.message, ...faults.map(([path, [first]]) => `${path}: ${first}`)].filter(Boolean).join(' ');
  const id = headers['x-request-id'];
  return `${request} failed with status ${status}${code}${detail && `: ${detail}`}${id === undefined ? '' : ` [request ${id}]`}`;
}
