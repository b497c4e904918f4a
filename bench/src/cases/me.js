import { join } from 'node:path';
import { drive, headersOf, request } from '../load.js';
import { during } from '../process.js';
import { sized } from '../smoke.js';
import { count } from '../table.js';

/** @typedef {import('../process.js').Contender} Contender */

const connections = 32;
const seconds = sized(3, 0.05);
/** Seconds until the slowest contender is fully compiled. */
const warmUp = sized(3, 0.02);

/** @type {import('../rounds.js').Case} */
export const me = {
  name: 'me',
  about: '`GET /api/v1/me` of an account with 3 keys',
  measures: {
    rate: { label: 'GET /api/v1/me : the same bytes made beforehand, requests', unit: '×', atLeast: 0.4 },
    processor: { label: 'GET /api/v1/me : the same bytes made beforehand, processor time', unit: '×' },
    byHand: { label: 'GET /api/v1/me : the same work written by hand, requests', unit: '×' },
    ours: { label: 'GET /api/v1/me, processor time of a request', unit: 'µs' },
  },
  async prepare(folder) {
    const database = join(folder, 'askwell.db');
    const [key] = await during('askwell-owners', { database }, (owners) => owners.call('fill', { owners: 1, keys: 3 }));
    const text = request('GET', '/api/v1/me', { 'x-api-key': key });
    const answer = await during('askwell-http', { database }, (askwell) => answerOnce(askwell, text));

    return async () => {
      const bare = await during('bare-http', answer, (peer) => measure(peer, text));
      const byHand = await during('by-hand-http', { database, headers: answer.headers }, (peer) => measure(peer, text));
      const ours = await during('askwell-http', { database }, (askwell) => measure(askwell, text));
      if (Math.abs(bare.size - ours.size) > 0.01) throw new Error(`Answers differ: ${bare.size}, ${ours.size} bytes.`);
      return {
        figures: {
          rate: ours.rate / bare.rate,
          processor: ours.processor / bare.processor,
          byHand: ours.rate / byHand.rate,
          ours: ours.processor,
        },
        note: `requests/s and µs of each: bare ${show(bare)}, by hand ${show(byHand)}, askwell ${show(ours)}`,
      };
    };
  },
};

/**
 * Returns the body and headers of an answer, which the peer repeats, without the headers that Node adds.
 *
 * @param {Contender} contender
 * @param {string} text
 */
async function answerOnce(contender, text) {
  /** @type {import('../load.js').Answer | undefined} */
  let last;
  const port = await contender.call('port');
  // The second answer is the first one with the last use of the key.
  const script = () => (/** @type {import('../load.js').Answer | undefined} */ previous) => {
    last = previous;
    return text;
  };
  await drive({ port, connections: 1, answers: 3, script, expected: [200] });
  if (!last) throw new Error('There is no answer to repeat.');
  return { headers: headersOf(last), body: last.body };
}

/**
 * @param {Contender} contender
 * @param {string} text
 */
async function measure(contender, text) {
  const port = await contender.call('port');
  const load = { port, connections, isAwake: true, script: () => () => text, expected: [200] };
  await drive({ ...load, seconds: warmUp });
  const before = await contender.call('processorTime');
  const driven = await drive({ ...load, seconds });
  const after = await contender.call('processorTime');
  return { rate: driven.perSecond, processor: (after - before) / driven.answers, size: driven.bytes / driven.answers };
}

/** @param {{ rate: number, processor: number }} measured */
function show({ rate, processor }) {
  return `${count(rate)} (${count(processor)})`;
}
