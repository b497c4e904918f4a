import { join } from 'node:path';
import { poll } from '../asks.js';
import { during } from '../process.js';
import { measure, requestsTo, show } from '../visitors.js';

/** @type {import('../rounds.js').Case} */
export const metrics = {
  name: 'metrics',
  about: 'durable votes over HTTP with and without metrics',
  measures: {
    rate: { label: 'votes with metrics : without, requests', unit: '×', atLeast: 0.98 },
    main: { label: 'votes with metrics : without, main thread', unit: '×', atMost: 1.02 },
  },
  async prepare(folder) {
    let run = 0;
    const vote = (/** @type {boolean} */ hasMetrics) =>
      during('askwell-visitors', { database: join(folder, `metrics${run++}.db`), hasMetrics }, async (ours) => {
        const { poll: path } = await ours.call('paths');
        return measure(ours, requestsTo(path, poll.filled));
      });

    return async (round) => {
      // The second contender may have a warmer or a busier machine.
      const isFirst = round % 2 === 0;
      const [one, other] = [await vote(isFirst), await vote(!isFirst)];
      const [counted, plain] = isFirst ? [one, other] : [other, one];
      return {
        figures: { rate: counted.rate / plain.rate, main: counted.main / plain.main },
        note: `votes/s (µs of the main thread, of all threads): without ${show(plain)}, with ${show(counted)}`,
      };
    };
  },
};
