import type { Micros } from '../../clock.js';
import type { DeliveryFailure } from '../transports/email-transport.js';

const second: Micros = 1_000_000;
const minute: Micros = 60 * second;

/**
 * Returns how long an email waits after a failed attempt. If the server does not accept it, at first a minute, then twice as
 * long, up to an hour. If the server is away, it waits only so long that other emails are tried first.
 *
 * @param attempts The number of earlier attempts.
 */
export function retryAfter(failure: DeliveryFailure['failure'], attempts: number): Micros {
  if (failure === 'unavailable') return second;
  return Math.min(minute * 2 ** Math.min(attempts, 10), 60 * minute);
}

/**
 * Returns how long nothing is sent after the server was away: at first five seconds, then twice as long, up to five minutes.
 *
 * @param failures The number of earlier failures in succession.
 */
export function pauseAfter(failures: number): Micros {
  return Math.min(5 * second * 2 ** Math.min(failures, 10), 5 * minute);
}
