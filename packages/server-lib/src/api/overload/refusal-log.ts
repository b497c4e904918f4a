import type { Clock } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';

/** Milliseconds between two lines. */
const interval = 1_000;

/**
 * Logs requests that are rejected because of overload, at most once per second and without a stack. A line for each request would
 * cost more than the requests themselves.
 */
export function createOverloadLog(logger: Logger, { elapsed }: Pick<Clock, 'elapsed'>) {
  let refused = 0;
  let lastLine = Number.NEGATIVE_INFINITY;
  return {
    add(reason: string): void {
      refused++;
      const now = elapsed();
      if (now - lastLine < interval) return;
      logger.warn({ refused, reason }, 'Requests are rejected because the service is overloaded.');
      refused = 0;
      lastLine = now;
    },
  };
}
