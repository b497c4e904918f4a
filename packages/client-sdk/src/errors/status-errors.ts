import { ApiError, type ErrorResponse } from './api-error.js';

/** 400, 405, 413 or 415: the server cannot parse or does not support the request. */
export class BadRequestError extends ApiError {
  override name = 'BadRequestError';
}

/**
 * 401: the API key is missing, invalid or deleted. When you submit an answer, `code` is `sign_in_required` if only signed-in users
 * can answer, and no user is signed in.
 */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}

/** 403: the scope of the API key does not allow the request, or the site does not accept answers from this origin. */
export class PermissionError extends ApiError {
  override name = 'PermissionError';
}

/** 404: the resource does not exist, or belongs to another account. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}

/**
 * 409: the request conflicts with an existing resource. When you submit an answer, `code` says why it was rejected:
 * `closed`, `not_open`, `full`, `already_answered` or `too_late`.
 */
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}

/** 410: the resource that was created with this idempotency key has been deleted. */
export class GoneError extends ApiError {
  override name = 'GoneError';
}

/** 412: the resource has changed since the version in `ifMatch`. */
export class PreconditionError extends ApiError {
  override name = 'PreconditionError';
}

/** 422: validation failed. See `issues` and `errors`. */
export class ValidationError extends ApiError {
  override name = 'ValidationError';
}

/** 429: too many requests. Try again after `retryAfter` seconds. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}

/** 500 or above: the server, or a proxy in front of it, failed. */
export class ServerError extends ApiError {
  override name = 'ServerError';
}

/** 503: the server is overloaded, or its database is unavailable. Try again after `retryAfter` seconds. */
export class UnavailableError extends ServerError {
  override name = 'UnavailableError';
}

const byStatus = new Map<number, new (response: ErrorResponse) => ApiError>([
  [400, BadRequestError],
  [401, AuthenticationError],
  [403, PermissionError],
  [404, NotFoundError],
  [405, BadRequestError],
  [409, ConflictError],
  [410, GoneError],
  [412, PreconditionError],
  [413, BadRequestError],
  [415, BadRequestError],
  [422, ValidationError],
  [429, RateLimitError],
  [503, UnavailableError],
]);

/** Creates the error for the status of a response. */
export function createApiError(response: ErrorResponse): ApiError {
  const Known = byStatus.get(response.status) ?? (response.status >= 500 ? ServerError : ApiError);
  return new Known(response);
}
