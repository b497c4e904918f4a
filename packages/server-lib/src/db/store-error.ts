import { AskwellError } from '../base/errors.js';

/** An error in a form that crosses threads. */
export interface Failure {
  readonly unavailable: boolean;
  readonly code: string;
  readonly message: string;
}

/** An error that says why the database cannot be used, and what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** Returns the error of a failure for the caller of the store. */
export function toError(failure: Failure): Error {
  const cause = toCause(failure);
  return failure.unavailable ? unavailableError(cause) : cause;
}

/** Returns the error of a failure, with the members that crossed threads. */
export function toCause({ message, code }: Failure): Error {
  return Object.assign(new Error(message), { code });
}

/**
 * Returns the error for callers of a database that cannot be used. Outside of production, its message is the reason, if it is known.
 * Responses never contain it.
 */
export function unavailableError(
  cause?: unknown,
  { isReasonShown = process.env['NODE_ENV'] !== 'production' } = {},
): AskwellError {
  const reason = isReasonShown && cause instanceof StoreError ? cause.message : undefined;
  return new AskwellError('unavailable', undefined, { cause, reason });
}
