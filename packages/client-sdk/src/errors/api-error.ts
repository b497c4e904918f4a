import type { ErrorBody, ErrorCode, FieldErrors } from '@askwell/server/contract';
import type { ReplyHeaders } from '../transport/headers.js';
import { AskwellError } from './askwell-error.js';

/** A refusal as it came over the wire. */
export interface Refusal {
  readonly status: number;
  /** Empty where something else than Askwell answered. */
  readonly body: Partial<ErrorBody>;
  readonly headers: ReplyHeaders;
  /** Seconds, whichever way the reply says it. */
  readonly retryAfter: number | undefined;
}

/**
 * The server refused. Its subclasses are named after the reasons.
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
  /** The server's code; a 401 has none, nor has what a proxy says in the server's place. */
  readonly code: ErrorCode | undefined;
  /** With {@link ValidationError}: what is wrong, by the dotted path of the member. */
  readonly errors: FieldErrors | undefined;
  /** Tells the request apart in the server's log. */
  readonly requestId: string | undefined;
  /** Seconds after which a repeat makes sense, where the server says so. */
  readonly retryAfter: number | undefined;
  readonly #headers: ReplyHeaders;

  constructor({ status, body, headers, retryAfter }: Refusal) {
    super(body.message ?? `The server answered with status ${status}.`);
    this.status = status;
    this.code = body.code;
    this.errors = body.errors;
    this.requestId = headers['x-request-id'];
    this.retryAfter = retryAfter;
    this.#headers = headers;
  }

  /** The headers of the reply, with names in lower case. */
  get headers(): ReplyHeaders {
    return this.#headers;
  }
}
