import { join } from 'node:path';
import { drive } from '../load.js';
import { during } from '../process.js';
import { reading, writing } from '../sites.js';
import { sized } from '../smoke.js';
import { count } from '../table.js';

/** @typedef {import('../process.js').Contender} Contender */

const lockTime = sized(3_000, 200);
/** Seconds before and after the lock. */
const margin = sized(1, 0.1);

/** @type {import('../rounds.js').Case} */
export const lock = {
  name: 'lock',
  about: 'the event loop while another process holds the write lock for 3 s, under 1,000 requests/s',
  measures: {
    ours: { label: 'event loop delay under a foreign lock, p99', unit: 'ms', atMost: 20 },
    inline: { label: 'the same where an app writes on its event loop', unit: 'ms' },
  },
  async prepare(folder) {
    const database = join(folder, 'askwell.db');
    const [key] = await during('askwell-owners', { database }, (owners) => owners.call('fill', { owners: 1, keys: 1 }));

    return async (round) => {
      const peerFile = join(folder, `inline${round}.db`);
      const inline = await during('inline-http', { database: peerFile }, (peer) => measure(peer, peerFile, key));
      const ours = await during('askwell-http', { database }, (askwell) => measure(askwell, database, key));
      return {
        figures: { ours: ours.p99, inline: inline.p99 },
        note: `longest: inline ${count(inline.max)} ms, askwell ${count(ours.max)} ms; answers: ${inline.answers}, ${ours.answers}`,
      };
    };
  },
};

/**
 * @param {Contender} contender
 * @param {string} database
 * @param {string} key
 */
async function measure(contender, database, key) {
  const port = await contender.call('port');
  const script = (/** @type {number} */ connection) => (connection % 4 === 0 ? writing(key) : reading(key));
  const traffic = { port, connections: 32, rate: 1_000, script, expected: [200, 201, 204] };
  return during('lock-holder', { database }, async (holder) => {
    await drive({ ...traffic, seconds: margin });
    const watch = async () => {
      await contender.call('watchDelay');
      await holder.call('hold', { milliseconds: lockTime });
      return contender.call('delay');
    };
    const [{ answers }, delay] = await Promise.all([drive({ ...traffic, seconds: lockTime / 1000 + margin }), watch()]);
    return { ...delay, answers };
  });
}
