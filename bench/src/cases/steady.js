import { join } from 'node:path';
import { drive } from '../load.js';
import { during } from '../process.js';
import { writing } from '../sites.js';
import { sized } from '../smoke.js';
import { count } from '../table.js';

const rate = sized(5_000, 500);
const seconds = sized(3, 0.1);
const warmUp = sized(1, 0.05);

/** @type {import('../rounds.js').Case} */
export const steady = {
  name: 'steady',
  about: 'the event loop while 5,000 writes a second come over HTTP',
  measures: {
    delay: { label: 'event loop delay at 5,000 writes/s, p99', unit: 'ms', atMost: 20 },
    rate: { label: 'writes that went through', unit: '/s' },
  },
  async prepare(folder) {
    const database = join(folder, 'askwell.db');
    const [key] = await during('askwell-owners', { database }, (owners) => owners.call('fill', { owners: 1, keys: 1 }));

    return () =>
      during('askwell-http', { database }, async (askwell) => {
        const traffic = {
          port: await askwell.call('port'),
          connections: 64,
          rate,
          script: () => writing(key),
          expected: [201, 204],
        };
        await drive({ ...traffic, seconds: warmUp });
        await askwell.call('watchDelay');
        const driven = await drive({ ...traffic, seconds });
        const { p99, max } = await askwell.call('delay');
        const { latency } = driven;
        return {
          figures: { delay: p99, rate: driven.perSecond },
          note: `longest ${count(max)} ms; ${count(driven.perSecond)} writes/s, answered in ${latency.p50.toFixed(1)} ms (p99 ${latency.p99.toFixed(1)})`,
        };
      });
  },
};
