import type { SendEmail } from './email-options.js';
import type { EmailTransport } from './email-transport.js';

/** Creates a transport that calls a function of the host. An email whose call fails is sent again later. */
export function createFunctionTransport(send: SendEmail): EmailTransport {
  return {
    async send(message) {
      try {
        await send(message);
        return 'sent';
      } catch (error) {
        return { failure: 'deferred', code: error instanceof Error ? error.name : typeof error };
      }
    },
  };
}
