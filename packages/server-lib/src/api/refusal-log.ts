import type { Logger } from '../logger.js';
import { elapsed } from '../timers.js';

/** Milliseconds between two lines. */
const pause = 1_000;

/**
 * Logs requests that are refused because too much is under way, at most once a second and without a stack: a line for each
 * would be more work than the requests.
 */
export function createOverloadLog(logger: Logger, clock = elapsed) {
  let refused = 0;
  let lastLine = Number.NEGATIVE_INFINITY;
  return {
    add(reason: string): void {
      refused++;
      const now = clock();
      if (now - lastLine < pause) return;
      logger.warn({ refused, reason }, 'Requests are refused because the service is overloaded.');
      refused = 0;
      lastLine = now;
    },
  };
}
