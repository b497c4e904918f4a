import { describeErrorCode, type ErrorCode, type FieldErrors } from '../shared/faults/error-codes.js';
import type { Issue } from '../shared/faults/fault.js';

/** The maximum number of faults in one error, so that a response does not get much larger than its request. */
export const maxIssues = 100;

/**
 * An error of a request: what is wrong, what to do about it, and the HTTP status of the response.
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
  /** The message for clients: without the faults and the reason. It is the `message` in the body of an error response. */
  readonly detail: string;
  /** The HTTP status of the code. */
  readonly status: number;
  /** The faults as codes with parameters. Only with the code `invalid`. */
  readonly issues: readonly Issue[] | undefined;
  /** The same faults in English, by field. Only with the code `invalid`. */
  readonly errors: FieldErrors | undefined;
  /** The number of seconds after which to try again. Only with the codes `rate_limited` and `unavailable`. */
  readonly retryAfter: number | undefined;

  /**
   * @param message Default: the message of the code.
   * @param details.reason The message for the host's own code, in place of the one for clients.
   */
  constructor(
    readonly code: ErrorCode,
    message?: string,
    details: { issues?: readonly Issue[]; retryAfter?: number; cause?: unknown; reason?: string | undefined } = {},
  ) {
    const defaults = describeErrorCode(code);
    const detail = message ?? defaults.message;
    super(
      describe(details.reason ?? detail, details.issues),
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.detail = detail;
    this.status = defaults.status;
    this.issues = details.issues;
    this.errors = details.issues && errorsOf(details.issues);
    this.retryAfter = details.retryAfter ?? (code === 'unavailable' ? 1 : undefined);
  }
}

/** The number of faults that a message has. */
const maxListedIssues = 3;

/** Returns a message with the first faults: `Validation failed. See \`errors\`. title: Required.` */
function describe(detail: string, issues: readonly Issue[] = []): string {
  return [detail, ...issues.slice(0, maxListedIssues).map(({ path, message }) => `${path}: ${message}`)].join(' ');
}

/** An error because the service is overloaded. The log has at most one line per second for all overload errors. */
export class OverloadError extends AskwellError {
  constructor(message = 'The service is overloaded. Try again shortly.') {
    super('unavailable', message);
  }
}

/** The error of a request whose client has disconnected while the request waited. Nobody receives it. */
export class AbandonedError extends AskwellError {
  constructor() {
    super('rate_limited', undefined, { retryAfter: 1 });
  }
}

/** Returns an error with the code `invalid`. */
export function validationError(issues: readonly Issue[]): AskwellError {
  return new AskwellError('invalid', undefined, { issues });
}

function errorsOf(issues: readonly Issue[]): FieldErrors {
  const errors = new Map<string, string[]>();
  for (const { path, message } of issues) errors.set(path, [...(errors.get(path) ?? []), message]);
  return Object.fromEntries(errors);
}
