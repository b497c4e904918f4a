import type { Logger } from '../../logger.js';
import type { DeliveryFailure } from '../transports/email-transport.js';

/** The time between two lines, in milliseconds. */
const interval = 1_000;

/** Logs failures, at most one line a second: with codes and counts, without addresses and content. */
export interface DeliveryLog {
  fail(kind: string, failure: DeliveryFailure): void;
  /** @param count The number of emails that could not be sent for a day. */
  giveUp(count: number): void;
}

/** @param elapsed Returns milliseconds on a monotonic clock. */
export function createDeliveryLog(logger: Logger, elapsed: () => number): DeliveryLog {
  let writtenAt = Number.NEGATIVE_INFINITY;
  let unwritten = 0;

  function write(count: number, details: object, message: string): void {
    unwritten += count;
    if (elapsed() - writtenAt < interval) return;
    writtenAt = elapsed();
    const total = unwritten;
    unwritten = 0;
    logger.warn({ ...details, count: total }, message);
  }

  return {
    fail(kind, { failure, code, reply }) {
      const details = { kind, failure, code, ...(reply === undefined ? {} : { reply }) };
      write(1, details, failure === 'rejected' ? 'An email was rejected.' : 'Cannot send an email. It is sent later.');
    },
    giveUp(count) {
      write(count, {}, 'Emails could not be sent for a day and were deleted.');
    },
  };
}
