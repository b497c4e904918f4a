import { randomBytes } from 'node:crypto';
import { percentile } from '../probes.js';
import { openStoreVotes } from '../store-votes.js';
import { stepsPerSecond } from '../timing.js';

/** Records votes through the store: no HTTP, no limiter, no checks of the body. */
export const open = async (/** @type {{ bundle: string, database: string, secret: string }} */ place) => {
  const votes = await openStoreVotes(place);

  /** @param {import('../store-votes.js').Ask | undefined} ask */
  async function vote(ask) {
    if (!ask) throw new Error('There is no poll.');
    await votes.record(ask, { choices: ['o1'], voter: randomBytes(16).toString('hex') });
  }

  return {
    /** @param {{ asks: number, lanes: number, seconds: number }} measure */
    async run({ asks: count, ...measure }) {
      const asks = await Promise.all(Array.from({ length: count }, votes.createPoll));
      let next = 0;
      return stepsPerSecond(measure, () => () => vote(asks[next++ % count]));
    },
    /** Returns the latency of the first and of the last thousand of a number of votes. @param {{ votes: number, lanes: number }} measure */
    async fill({ votes: count, lanes }) {
      const ask = await votes.createPoll();
      /** @type {number[]} */
      const latencies = [];
      let next = 0;
      const lane = async () => {
        while (next++ < count) {
          const since = performance.now();
          await vote(ask);
          latencies.push(performance.now() - since);
        }
      };
      await Promise.all(Array.from({ length: lanes }, lane));
      return {
        first: percentile(latencies.slice(0, 1_000), 0.99),
        last: percentile(latencies.slice(-1_000), 0.99),
      };
    },
    close: votes.close,
  };
};
