import { refusals } from './catalogue.js';

/** The HTTP status and the default message of each error code. */
const codes = {
  malformed: [400, 'The request could not be parsed.'],
  sign_in_required: [401, 'Sign in to answer.'],
  forbidden: [403, 'You are not allowed to do this.'],
  not_found: [404, 'Not found.'],
  method_not_allowed: [405, 'Method not allowed. See the `Allow` header.'],
  closed: [409, refusals.closed],
  not_open: [409, refusals.not_open],
  full: [409, refusals.full],
  already_answered: [409, refusals.already_answered],
  too_late: [409, refusals.too_late],
  conflict: [409, 'The request conflicts with an existing resource.'],
  gone: [410, refusals.gone],
  precondition_failed: [412, 'The resource has changed since you read it. Read it again, then repeat your change.'],
  too_large: [413, 'The request body is too large.'],
  unsupported_media_type: [415, 'The `Content-Type` of the request is not supported.'],
  invalid: [422, 'Validation failed. See `errors`.'],
  idempotency_mismatch: [422, 'This `Idempotency-Key` was already used with a different request body. Use a new key.'],
  rate_limited: [429, 'Too many requests. Try again later.'],
  internal: [500, 'Internal server error.'],
  unavailable: [503, 'The service is temporarily unavailable. Try again shortly.'],
} as const satisfies Record<string, readonly [number, string]>;

/** The code of an error, as `code` in the body of an error response. */
export type ErrorCode = keyof typeof codes;

/** The faults of a request in English, by the dotted path of the field: `{"options.0.label": ["Required."]}`. */
export type FieldErrors = Record<string, string[]>;

/** Returns the HTTP status and the default message of a code. */
export function describeErrorCode(code: ErrorCode): { readonly status: number; readonly message: string } {
  const [status, message] = codes[code];
  return { status, message };
}
