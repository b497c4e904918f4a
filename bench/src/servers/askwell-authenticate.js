import { createAskwell } from '@askwell/server';
import { callsPerSecond } from '../timing.js';

/** Calls `auth.authenticate` in process. */
export const open = async (/** @type {{ database: string, secret?: string }} */ options) => {
  const askwell = createAskwell({ ...options, registration: 'open' });
  await askwell.ready();
  return {
    /** @param {{ keys: string[], calls: number, atOnce: number }} measure */
    async run({ keys, calls, atOnce }) {
      const headers = keys.map((key) => ({ 'x-api-key': key }));
      const authenticateNext = async (/** @type {number} */ at) => {
        const caller = await askwell.auth.authenticate(headers[at % headers.length] ?? {});
        if (!caller) throw new Error('A key was refused.');
      };
      return callsPerSecond(calls, authenticateNext, atOnce);
    },
    close: () => askwell.close(),
  };
};
