import type { Issue } from './faults/fault.js';

/** Each code of the contract with its HTTP status and the words that stand when a caller gives none. */
const codes = {
  malformed: [400, 'The request could not be read.'],
  forbidden: [403, 'This is not allowed.'],
  not_found: [404, 'There is nothing here.'],
  method_not_allowed: [405, 'This method is not allowed here.'],
  closed: [409, 'This is closed.'],
  not_open: [409, 'This is not open yet.'],
  full: [409, 'This takes no more answers.'],
  already_answered: [409, 'You have already answered.'],
  too_late: [409, 'The time for this is over.'],
  conflict: [409, 'This conflicts with what already exists.'],
  gone: [410, 'This was here and has been deleted.'],
  precondition_failed: [412, 'This has changed since you read it. Read it again, then repeat your change.'],
  too_large: [413, 'The request body is too large.'],
  unsupported_media_type: [415, 'This content type is not accepted here.'],
  invalid: [422, 'Some of what was sent is not valid.'],
  idempotency_mismatch: [422, 'This Idempotency-Key was used before with a different body. Use a new key.'],
  rate_limited: [429, 'Too many requests. Wait before you try again.'],
  internal: [500, 'Something went wrong on our side.'],
  unavailable: [503, 'The service is busy or its database is away. Try again shortly.'],
} as const satisfies Record<string, readonly [number, string]>;

/** A code a refusal carries, as `code` in the body of an error. */
export type ErrorCode = keyof typeof codes;

/** The faults of a request in English, by the dotted path of the field: `{"options.0.label": ["…"]}`. */
export type FieldErrors = Record<string, string[]>;

/** The most fields that one refusal names, so that a response does not get much larger than its request. */
export const maxIssues = 100;

/**
 * A refusal: what was wrong and what to do about it, with the HTTP status it has on the wire.
 *
 * @example
 * try {
 *   await askwell.keys.create(session, { name: '' });
 * } catch (error) {
 *   if (error instanceof AskwellError && error.code === 'invalid') console.log(error.errors);
 * }
 */
export class AskwellError extends Error {
  override readonly name = 'AskwellError';
  readonly status: number;
  /** The faults as codes with parameters. Only with the code `invalid`. */
  readonly issues: readonly Issue[] | undefined;
  /** The same faults in English, by field. */
  readonly errors: FieldErrors | undefined;
  /** Seconds after which a repeat makes sense; with `rate_limited` and `unavailable`. */
  readonly retryAfter: number | undefined;

  constructor(
    readonly code: ErrorCode,
    message?: string,
    details: { issues?: readonly Issue[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message ?? codes[code][1], details.cause === undefined ? undefined : { cause: details.cause });
    this.status = codes[code][0];
    this.issues = details.issues;
    this.errors = details.issues && errorsOf(details.issues);
    this.retryAfter = details.retryAfter ?? (code === 'unavailable' ? 1 : undefined);
  }
}

/** A refusal because too much is under way. It comes at once, and is logged at most once a second. */
export class OverloadError extends AskwellError {
  constructor(message = 'The service is overloaded. Try again shortly.') {
    super('unavailable', message);
  }
}

/** The status of a code, and the words that stand when a caller gives none. */
export function describeErrorCode(code: ErrorCode): { readonly status: number; readonly message: string } {
  const [status, message] = codes[code];
  return { status, message };
}

/** Returns the refusal of fields that are not valid. */
export function validationError(issues: readonly Issue[]): AskwellError {
  return new AskwellError('invalid', undefined, { issues });
}

function errorsOf(issues: readonly Issue[]): FieldErrors {
  const errors = new Map<string, string[]>();
  for (const { path, message } of issues) errors.set(path, [...(errors.get(path) ?? []), message]);
  return Object.fromEntries(errors);
}
