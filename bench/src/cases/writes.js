import { join } from 'node:path';
import { during } from '../process.js';
import { sized } from '../smoke.js';
import { count } from '../table.js';

const measure = { lanes: 64, seconds: sized(3, 0.05) };

/** @type {import('../rounds.js').Case} */
export const writes = {
  name: 'writes',
  about: 'durable writes, 64 in flight',
  measures: {
    ratio: { label: 'writes in groups : one commit each', unit: '×', atLeast: 8 },
  },
  async prepare(folder) {
    return async (round) => {
      const run = (/** @type {string} */ name) =>
        during(name, { database: join(folder, `${name}${round}.db`) }, (contender) => contender.call('run', measure));
      const bare = await run('bare-writes');
      const ours = await run('askwell-writes');
      return {
        figures: { ratio: ours / bare },
        note: `writes/s: one commit each ${count(bare)}, askwell ${count(ours)}`,
      };
    };
  },
};
