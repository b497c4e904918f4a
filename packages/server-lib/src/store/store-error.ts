import { AskwellError } from '../errors.js';

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

/** The error that a failure was made of, as far as it crossed threads. */
export function toCause({ message, code }: Failure): Error {
  return Object.assign(new Error(message), { code });
}

export function unavailableError(cause?: unknown): AskwellError {
  return new AskwellError('unavailable', undefined, { cause });
}
