import { createAskwell } from '@askwell/server';
import { registerOwner } from '../owners.js';
import { stepsPerSecond } from '../timing.js';

/** Lanes per account. With one key at a time each, an account stays below its limit. */
const lanesOfAccount = 16;

/** Writes through Askwell. Each lane creates and deletes a key, and waits until each write is durable. */
export const open = async (/** @type {{ database: string }} */ { database }) => {
  const askwell = createAskwell({ database, registration: 'open' });

  return {
    /** @param {{ lanes: number, seconds: number }} measure */
    async run(measure) {
      /** @type {import('@askwell/server').Session[]} */
      const sessions = [];
      while (sessions.length * lanesOfAccount < measure.lanes)
        sessions.push(await registerOwner(askwell, `owner${sessions.length}@example.com`));

      return stepsPerSecond(measure, (lane) => {
        const session = sessions[Math.floor(lane / lanesOfAccount)];
        if (!session) throw new Error('A lane has no account.');
        let held = 0;
        return async () => {
          if (held === 0) held = (await askwell.keys.create(session, { name: 'Key' })).id;
          else {
            await askwell.keys.delete(session, held);
            held = 0;
          }
        };
      });
    },
    close: () => askwell.close(),
  };
};
