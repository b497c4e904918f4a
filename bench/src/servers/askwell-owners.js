import { createAskwell } from '@askwell/server';
import { createKeys, registerOwner } from '../owners.js';

/** Fills a database with owners before the measurement. */
export const open = (/** @type {{ database: string, secret?: string }} */ options) => {
  const askwell = createAskwell({ ...options, registration: 'open' });
  return {
    /** @param {{ owners: number, keys: number }} wanted */
    async fill({ owners, keys }) {
      const raws = [];
      for (let at = 0; at < owners; at++) {
        const session = await registerOwner(askwell, `owner${at}@example.com`);
        raws.push(...(await createKeys(askwell, session, keys)));
      }
      return raws;
    },
    close: () => askwell.close(),
  };
};
