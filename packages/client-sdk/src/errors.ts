import type { ErrorBody, ErrorCode, FieldErrors } from '@askwell/server/contract';

/** The headers of a reply as undici gives them. */
type ReplyHeaders = Readonly<Record<string, string | string[] | undefined>>;

interface ApiErrorDetails {
  readonly status: number;
  readonly body: Partial<ErrorBody>;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
}

/** What every error of this client is. None of them carries the API key. */
export class AskwellError extends Error {
  override name = 'AskwellError';
}

/** No reply came: nobody listens there, the name is unknown, or the connection broke. */
export class ConnectionError extends AskwellError {
  override name = 'ConnectionError';

  constructor(baseUrl: string, cause: unknown) {
    super(`The server at ${baseUrl} could not be reached.`, { cause });
  }
}

/** No complete reply came in time. */
export class TimeoutError extends AskwellError {
  override name = 'TimeoutError';

  constructor(milliseconds: number) {
    super(`The server did not answer within ${milliseconds} ms.`);
  }
}

/**
 * The server refused. Its subclasses are named after the reasons.
 *
 * @example
 * try {
 *   await askwell.sites.get(7);
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

  constructor({ status, body, requestId, retryAfter }: ApiErrorDetails) {
    super(body.message ?? `The server answered with status ${status}.`);
    this.status = status;
    this.code = body.code;
    this.errors = body.errors;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }

  /** The error that a status stands for. */
  static from(status: number, body: object | undefined, headers: ReplyHeaders): ApiError {
    const details = {
      status,
      body: body && isErrorBody(body) ? body : {},
      requestId: first(headers['x-request-id']),
      retryAfter: seconds(headers),
    };
    const Known = byStatus.get(status);
    return Known ? new Known(details) : new ApiError(details);
  }
}

/** 401: the API key is not valid, or was deleted. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}

/** 403: the key's scope does not allow it. */
export class PermissionError extends ApiError {
  override name = 'PermissionError';
}

/** 404: it does not exist, or belongs to somebody else. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}

/** 409: what already exists is in the way. */
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}

/** 422: some of what was sent is not valid; `errors` tells what. */
export class ValidationError extends ApiError {
  override name = 'ValidationError';
}

/** 429: too many requests; wait for `retryAfter` seconds. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}

/** 503: the server is busy or its database is away; a repeat may succeed after `retryAfter` seconds. */
export class UnavailableError extends ApiError {
  override name = 'UnavailableError';
}

const byStatus = new Map<number, new (details: ApiErrorDetails) => ApiError>([
  [401, AuthenticationError],
  [403, PermissionError],
  [404, NotFoundError],
  [409, ConflictError],
  [422, ValidationError],
  [429, RateLimitError],
  [503, UnavailableError],
]);

/** What a proxy says in the server's place may be anything. */
function isErrorBody(body: object): body is ErrorBody {
  return 'message' in body && typeof body.message === 'string';
}

function seconds(headers: ReplyHeaders): number | undefined {
  const value = first(headers['retry-after']);
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
