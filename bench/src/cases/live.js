import { join } from 'node:path';
import { poll } from '../asks.js';
import { drive } from '../load.js';
import { during } from '../process.js';
import { sized } from '../smoke.js';
import { count } from '../table.js';
import { measure, requestsTo, show } from '../visitors.js';

/** @typedef {import('../process.js').Contender} Contender */

const readers = sized(1_000, 5);
const steadyRate = sized(2_000, 200);
const seconds = sized(5, 0.1);

/** @type {import('../rounds.js').Case} */
export const live = {
  name: 'live',
  about: 'votes while 1,000 clients read live results',
  measures: {
    rate: { label: 'votes with 1,000 readers : without readers, requests', unit: '×', atLeast: 0.8 },
    complete: { label: 'readers that got the last state, of all', unit: '×', atLeast: 1 },
    steady: { label: 'votes that went through with readers, of 2,000/s', unit: '/s' },
    delay: { label: 'event loop delay meanwhile, p99', unit: 'ms' },
  },
  async prepare(folder) {
    let run = 0;
    const fresh = () => ({ database: join(folder, `live${run++}.db`), isLive: true });

    return async () => {
      const alone = await during('askwell-visitors', fresh(), votes);
      const read = await during('askwell-visitors', fresh(), (ours) => withReaders(ours, votes));
      const steady = await during('askwell-visitors', fresh(), (ours) => withReaders(ours, votesAtRate));
      const complete = Math.min(read.complete, steady.complete) / readers;
      return {
        figures: {
          rate: read.result.rate / alone.rate,
          complete,
          steady: steady.result.perSecond,
          delay: steady.result.delay,
        },
        note: `votes/s (µs of the main thread, of all threads): alone ${show(alone)}, read ${show(read.result)}; ${count(steady.events / readers)} events a reader at ${count(steady.result.perSecond)} votes/s`,
      };
    };
  },
};

/** @param {Contender} contender */
async function votes(contender) {
  const { poll: path } = await contender.call('paths');
  return measure(contender, requestsTo(path, poll.filled));
}

/** @param {Contender} contender */
async function votesAtRate(contender) {
  const { poll: path } = await contender.call('paths');
  const script = () => requestsTo(path, poll.filled);
  await contender.call('watchDelay');
  const driven = await drive({
    port: await contender.call('port'),
    connections: 64,
    seconds,
    rate: steadyRate,
    script,
    expected: [201],
  });
  const { p99 } = await contender.call('delay');
  return { perSecond: driven.perSecond, delay: p99 };
}

/**
 * Runs a function while many clients read, closes the poll, and returns how many readers got all votes.
 *
 * @template Result
 * @param {Contender} contender
 * @param {(contender: Contender) => Promise<Result>} use
 */
async function withReaders(contender, use) {
  const { live: path } = await contender.call('paths');
  const input = { port: await contender.call('port'), path, readers };
  return during('live-readers', input, async (clients) => {
    const result = await use(contender);
    const cast = await contender.call('endPoll');
    const complete = await clients.call('haveAll', cast);
    return { result, complete, events: await clients.call('events') };
  });
}
