import { join } from 'node:path';
import { poll } from '../asks.js';
import { drive } from '../load.js';
import { during } from '../process.js';
import { sized } from '../smoke.js';
import { count } from '../table.js';
import { requestsTo } from '../visitors.js';

const seconds = sized(3, 0.1);
const warmUp = sized(1, 0.05);

/** @type {import('../rounds.js').Case} */
export const slowDisk = {
  name: 'slow-disk',
  about: 'the event loop while votes come over HTTP and each commit takes 10 ms more',
  measures: {
    delay: { label: 'event loop delay with slow commits, p99', unit: 'ms', atMost: 20 },
    rate: { label: 'votes that went through', unit: '/s' },
  },
  async prepare(folder) {
    let run = 0;
    const writer = new URL('../servers/slow-writer.js', import.meta.url).href;
    return () =>
      during('askwell-visitors', { database: join(folder, `slow${run++}.db`), writer }, async (ours) => {
        const { poll: path } = await ours.call('paths');
        const traffic = {
          port: await ours.call('port'),
          connections: 64,
          script: () => requestsTo(path, poll.filled),
          expected: [201],
        };
        await drive({ ...traffic, seconds: warmUp });
        await ours.call('watchDelay');
        const driven = await drive({ ...traffic, seconds });
        const { p99, max } = await ours.call('delay');
        return {
          figures: { delay: p99, rate: driven.perSecond },
          note: `longest ${count(max)} ms; ${count(driven.perSecond)} votes/s, answered in ${driven.latency.p50.toFixed(1)} ms`,
        };
      });
  },
};
