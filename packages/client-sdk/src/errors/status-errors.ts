import { ApiError, type Refusal } from './api-error.js';

/** 400, 405, 413 and 415: the request can't be read, or is not one that the server takes. */
export class BadRequestError extends ApiError {
  override name = 'BadRequestError';
}

/** 401: the API key is not valid, or was deleted. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}

/** 403: the key's scope does not allow it, or a site takes no answers from there. */
export class PermissionError extends ApiError {
  override name = 'PermissionError';
}

/** 404: it does not exist, or belongs to somebody else. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}

/** 409: what already exists is in the way. Of answers, `code` tells why they are not taken: `closed`, `full` and so on. */
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}

/** 410: what the same idempotency key made before has been deleted since. */
export class GoneError extends ApiError {
  override name = 'GoneError';
}

/** 412: it has changed since the version that `ifMatch` names. */
export class PreconditionError extends ApiError {
  override name = 'PreconditionError';
}

/** 422: some of what was sent is not valid; `errors` tells what. */
export class ValidationError extends ApiError {
  override name = 'ValidationError';
}

/** 429: too many requests; wait for `retryAfter` seconds. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}

/** 500 and above: a fault of the server, or of a proxy before it. */
export class ServerError extends ApiError {
  override name = 'ServerError';
}

/** 503: the server is busy or its database is away; a repeat may succeed after `retryAfter` seconds. */
export class UnavailableError extends ServerError {
  override name = 'UnavailableError';
}

const byStatus = new Map<number, new (refusal: Refusal) => ApiError>([
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

/** The error that a refusal's status stands for. */
export function errorOf(refusal: Refusal): ApiError {
  const Known = byStatus.get(refusal.status) ?? (refusal.status >= 500 ? ServerError : ApiError);
  return new Known(refusal);
}
