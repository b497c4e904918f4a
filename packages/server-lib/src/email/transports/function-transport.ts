import type { Clock } from '../../clock.js';
import type { SendEmail } from '../email-options.js';
import type { Delivery, EmailTransport } from './email-transport.js';

/** The time that a function of the host may take, in milliseconds. */
const maxDuration = 45_000;

/** Creates a transport that calls a function of the host. An email whose call fails is sent again later. */
export function createFunctionTransport(send: SendEmail, clock: Clock): EmailTransport {
  return {
    send: (message) =>
      new Promise<Delivery>((resolve) => {
        const fail = (code: string) => resolve({ failure: 'deferred', code });
        const timer = clock.setTimeout(() => fail('ETIMEDOUT'), maxDuration, 'deadline');
        // Called in a promise, so that an error that it throws at once is handled too.
        Promise.resolve(message)
          .then(send)
          .then(
            () => resolve('sent'),
            (error: unknown) => fail(error instanceof Error ? error.name : typeof error),
          )
          .finally(() => timer.cancel());
      }),
  };
}
