import { join } from 'node:path';
import { during } from '../process.js';
import { sized } from '../smoke.js';
import { count } from '../table.js';

/** @typedef {import('../rounds.js').Case} Case */

const calls = sized(100_000, 50);
const peerCalls = sized(4_000, 10);
const owners = sized(10, 1);
const keysOfOwner = sized(100, 2);
/** The parallel calls of a busy server. */
const atOnce = 64;

/** @type {Case} */
export const authenticate = {
  name: 'authenticate',
  about: '`auth.authenticate` over 1,000 keys',
  measures: {
    bare: { label: `authenticate, ${atOnce} at once : bare hash and look-up`, unit: '×', atLeast: 0.6 },
    alone: { label: 'authenticate, one after the other : bare hash and look-up', unit: '×' },
    betterAuth: { label: 'authenticate : better-auth verifyApiKey', unit: '×' },
  },
  async prepare(folder) {
    const database = join(folder, 'askwell.db');
    const keys = await during('askwell-owners', { database }, (filler) =>
      filler.call('fill', { owners, keys: keysOfOwner }),
    );
    return async (round) => {
      const peerFiles = { bare: join(folder, `bare${round}.db`), betterAuth: join(folder, `better-auth${round}.db`) };
      const bare = await during('bare-authenticate', { database: peerFiles.bare }, (peer) =>
        peer.call('run', { keys, calls }),
      );
      const run = (/** @type {number} */ width) =>
        during('askwell-authenticate', { database }, (askwell) => askwell.call('run', { keys, calls, atOnce: width }));
      const ours = await run(atOnce);
      const alone = await run(1);
      const betterAuth = await during('better-auth-verify', { database: peerFiles.betterAuth }, async (peer) => {
        await peer.call('fill', { count: owners * keysOfOwner });
        return peer.call('run', { calls: peerCalls });
      });
      return {
        figures: { bare: ours / bare, alone: alone / bare, betterAuth: alone / betterAuth },
        note: `calls/s: bare ${count(bare)}, askwell ${count(ours)} (${count(alone)} one after the other), better-auth ${count(betterAuth)}`,
      };
    };
  },
};
