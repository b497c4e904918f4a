import { join } from 'node:path';
import { nthBallot } from '../ballots.js';
import { drive, request } from '../load.js';
import { during } from '../process.js';
import { sized } from '../smoke.js';
import { count } from '../table.js';

const connections = sized(64, 4);
const seconds = sized(3, 0.05);
const warmUp = sized(2, 0.02);

/** Polls with a number of options and of distinct ballots. */
const small = { options: 8, ballots: sized(100, 20) };
const large = { options: 8, ballots: sized(10_000, 40) };
const larger = { options: 20, ballots: sized(30_000, 60) };

/** @type {import('../rounds.js').Case} */
export const ranked = {
  name: 'ranked',
  about: 'votes in ranked polls with many distinct ballots and visible results',
  measures: {
    large: { label: 'ranked votes, 10,000 distinct ballots : 100', unit: '×', atLeast: 0.5 },
    larger: { label: 'ranked votes, 30,000 distinct ballots of 20 options : 100', unit: '×', atLeast: 0.25 },
    delay: { label: 'event loop p99 meanwhile, 10,000 ballots', unit: 'ms', atMost: 20 },
    largerDelay: { label: 'event loop p99 meanwhile, 30,000 ballots', unit: 'ms', atMost: 20 },
  },
  async prepare(folder) {
    let run = 0;
    const votesIn = (/** @type {{ options: number, ballots: number }} */ poll) =>
      during('askwell-ranked', { database: join(folder, `ranked${run++}.db`), ...poll }, (ours) => measure(ours, poll));

    return async () => {
      const [few, many, most] = [await votesIn(small), await votesIn(large), await votesIn(larger)];
      return {
        figures: {
          large: many.rate / few.rate,
          larger: most.rate / few.rate,
          delay: many.delay,
          largerDelay: most.delay,
        },
        note: `votes/s: ${[few, many, most].map(({ rate }) => count(rate)).join(', ')}; p99 of a vote ${[few, many, most].map(({ latency }) => latency.toFixed(0)).join(', ')} ms`,
      };
    };
  },
};

let visitors = 0;

/**
 * @param {import('../process.js').Contender} contender
 * @param {{ options: number, ballots: number }} poll
 */
async function measure(contender, { options, ballots }) {
  const [port, path] = [await contender.call('port'), await contender.call('path')];
  const vote = () => {
    const at = visitors++;
    const body = { choices: nthBallot(options, at % ballots), voter: `visitor-number-${at}` };
    const address = `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`;
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
    return request('POST', path, headers, JSON.stringify(body));
  };
  const load = { port, connections, script: () => vote, expected: [201] };
  await drive({ ...load, seconds: warmUp });
  await contender.call('watchDelay');
  const driven = await drive({ ...load, seconds });
  const delay = await contender.call('delay');
  if (!(await contender.call('isCounted'))) throw new Error('The results do not contain every vote.');
  return { rate: driven.perSecond, latency: driven.latency.p99, delay: delay.p99 };
}
