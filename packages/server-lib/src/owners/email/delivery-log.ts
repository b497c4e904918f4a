import type { Clock } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import { createPacedLog } from '../../base/paced-log.js';
import type { DeliveryFailure } from './email-transport.js';

/** Logs failures, at most one line a second: with codes and counts, without addresses and content. */
export interface DeliveryLog {
  fail(kind: string, failure: DeliveryFailure): void;
  /** @param count The number of emails that could not be sent for a day. */
  giveUp(count: number): void;
}

export function createDeliveryLog(logger: Logger, clock: Pick<Clock, 'elapsed'>): DeliveryLog {
  const write = createPacedLog((details, message) => logger.warn(details, message), clock);
  return {
    fail(kind, { failure, code, reply }) {
      const details = { kind, failure, code, ...(reply === undefined ? {} : { reply }) };
      write(details, failure === 'rejected' ? 'An email was rejected.' : 'Cannot send an email. It is sent later.');
    },
    giveUp(count) {
      write({}, 'Emails could not be sent for a day and were deleted.', count);
    },
  };
}
