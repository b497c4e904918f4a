import type { Micros } from '../../../clock.js';

const second: Micros = 1_000_000;

/** The longest time that a response can ask to wait with `Retry-After`. */
const maxRetryAfter: Micros = 3_600 * second;

/** The share by which a delay varies at random, so that many events that failed together do not return together. */
const jitter = 0.1;

/**
 * Returns when the next attempt is due; null if the last one has failed.
 *
 * @param attempts The number of attempts so far.
 * @param delays The seconds between the attempts.
 * @param retryAfter The header of the response.
 * @param random Returns a number from 0 to 1.
 */
export function nextAttemptAt(
  attempts: number,
  {
    at,
    delays,
    retryAfter,
  }: { readonly at: Micros; readonly delays: readonly number[]; readonly retryAfter?: string | undefined },
  random = Math.random,
): Micros | null {
  const delay = delays[attempts - 1];
  if (delay === undefined) return null;
  const varied = Math.round(delay * second * (1 + jitter * random()));
  return at + Math.max(varied, Math.min(parseRetryAfter(retryAfter, at), maxRetryAfter));
}

/** Returns the time to wait; 0 without a valid header. */
function parseRetryAfter(header: string | undefined, at: Micros): Micros {
  if (header === undefined) return 0;
  if (/^\d{1,10}$/.test(header)) return Number(header) * second;
  const date = Date.parse(header);
  return Number.isNaN(date) ? 0 : Math.max(0, date * 1000 - at);
}

/**
 * Returns how long a webhook rests after several attempts failed in a row: a quarter of the time for which it has failed, from the first
 * to the second delay between attempts.
 */
export function restAfterFailures(failingFor: Micros, [first = 5, next = 300]: readonly number[]): Micros {
  return Math.min(Math.max(failingFor / 4, first * second), Math.max(first, next) * second);
}
