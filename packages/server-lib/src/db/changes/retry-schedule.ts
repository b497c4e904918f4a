import type { Micros } from '../../base/clock.js';

const second: Micros = 1_000_000;

/** When a consumer of the log of changes tries again after failures, such as to send a webhook or an email. */
export interface RetrySchedule {
  /** The seconds to wait after each failed attempt in succession. */
  readonly delays: readonly number[];
  /** The seconds between the attempts after the last delay, until the message expires. Null: no attempt follows. */
  readonly thenEvery: number | null;
  /** The share by which a delay varies at random, so that many messages that failed together do not return together. */
  readonly jitter: number;
}

/** A schedule without a last attempt. */
export type EndlessSchedule = RetrySchedule & { readonly thenEvery: number };

/** The longest time that a response can ask to wait with `Retry-After`. */
const maxRetryAfter: Micros = 3_600 * second;

interface FailedAttempt {
  readonly at: Micros;
  /** The header of the response. */
  readonly retryAfter?: string | undefined;
}

/**
 * Returns when the next attempt is due; null if there is no next attempt.
 *
 * @param attempts The number of attempts so far.
 * @param random Returns a number from 0 to 1.
 */
export function nextAttemptAt(schedule: EndlessSchedule, attempts: number, failed: FailedAttempt): Micros;
export function nextAttemptAt(
  schedule: RetrySchedule,
  attempts: number,
  failed: FailedAttempt,
  random?: () => number,
): Micros | null;
export function nextAttemptAt(
  { delays, thenEvery, jitter }: RetrySchedule,
  attempts: number,
  { at, retryAfter }: FailedAttempt,
  random = Math.random,
): Micros | null {
  const delay = delays[attempts - 1] ?? thenEvery;
  if (delay === null) return null;
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
