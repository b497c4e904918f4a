const firstBound = 500;
const maxBound = 8_000;

/** Input of {@link retryDelay}. */
export interface RetryDelayInput {
  /** The number of retries so far. */
  readonly retry: number;
  /** The delay in the `Retry-After` header, in seconds. */
  readonly retryAfter: number | undefined;
  /** The milliseconds until the deadline. Infinity without a deadline. */
  readonly left: number;
  /** The maximum delay in milliseconds. */
  readonly maxWait: number;
  /** A random number, at least 0 and below 1. */
  readonly random: number;
}

/**
 * Returns the milliseconds to wait before a retry, or undefined if the wait would be longer than allowed or not end before the deadline. The delay is
 * `Retry-After` plus a random time up to a bound that doubles with each retry, so that clients that failed at the same time do not
 * retry at the same time.
 */
export function retryDelay({ retry, retryAfter = 0, left, maxWait, random }: RetryDelayInput): number | undefined {
  const minimum = retryAfter * 1000;
  if (minimum >= left || minimum > maxWait) return undefined;
  return minimum + random * Math.min(maxBound, firstBound * 2 ** retry, left - minimum, maxWait - minimum);
}
