import { AskwellError } from '../../base/errors.js';

/** Returns the error of an attempt while too many other attempts of the same client or account run. */
export function tooManyConcurrentError(): AskwellError {
  return new AskwellError('rate_limited', 'Too many attempts at once. Try again in a moment.', { retryAfter: 1 });
}

/** Returns the error of an attempt after too many failures. */
export function tooManyFailuresError(seconds: number): AskwellError {
  const minutes = Math.ceil(seconds / 60);
  return new AskwellError(
    'rate_limited',
    `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { retryAfter: seconds },
  );
}
