import { join } from 'node:path';
import { drive, expectOnly, headersOf, request } from '../load.js';
import { during } from '../process.js';
import { count } from '../table.js';

/** @typedef {import('../process.js').Contender} Contender */

const connections = 64;
const seconds = 3;
const warmUp = 2;

/** Tells every visitor of this run from every other. */
let visitors = 0;

/** @type {import('../rounds.js').Case} */
export const votes = {
  name: 'votes',
  about: 'durable votes over HTTP, each by a visitor of its own',
  measures: {
    rate: { label: 'a vote : the same post parsed and answered, requests', unit: '×', atLeast: 0.45 },
    main: { label: 'a vote : the same post parsed and answered, main thread', unit: '×', atMost: 2 },
    keyedMain: { label: 'a vote with an Idempotency-Key : the same, main thread', unit: '×', atMost: 2 },
    keyed: { label: 'a vote with an Idempotency-Key : the same, requests', unit: '×', atLeast: 0.45 },
    bytes: { label: 'a vote on disk, with its Idempotency-Key', unit: 'bytes', atMost: 200 },
  },
  async prepare(folder) {
    let run = 0;
    const fresh = () => ({ database: join(folder, `votes${run++}.db`) });
    const answer = await during('askwell-votes', fresh(), answerOnce);

    return async () => {
      const bare = await during('bare-post', answer, (peer) => measure(peer, '/votes', false));
      const plain = await during('askwell-votes', fresh(), async (ours) =>
        measure(ours, await ours.call('path'), false),
      );
      const keyed = await during('askwell-votes', fresh(), async (ours) => {
        const measured = await measure(ours, await ours.call('path'), true);
        return { ...measured, bytes: (await ours.call('bytes')) / (await ours.call('votes')) };
      });
      return {
        figures: {
          rate: plain.rate / bare.rate,
          main: plain.main / bare.main,
          keyedMain: keyed.main / bare.main,
          keyed: keyed.rate / bare.rate,
          bytes: keyed.bytes,
        },
        note: `votes/s (µs of the main thread, of all threads): bare ${show(bare)}, askwell ${show(plain)}, with a key ${show(keyed)}`,
      };
    };
  },
};

/**
 * @param {string} path
 * @param {boolean} keyed
 */
function voteRequest(path, keyed) {
  const at = visitors++;
  const body = JSON.stringify({ choices: ['o1'], voter: `visitor-${String(at).padStart(12, '0')}` });
  return request(
    'POST',
    path,
    {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`,
      ...(keyed ? { 'idempotency-key': `vote-${at}` } : {}),
    },
    body,
  );
}

/** @param {Contender} contender */
async function answerOnce(contender) {
  const path = await contender.call('path');
  /** @type {import('../load.js').Answer | undefined} */
  let seen;
  const script = () => (/** @type {import('../load.js').Answer | undefined} */ previous) => {
    seen = previous ?? seen;
    return voteRequest(path, false);
  };
  await drive({ port: await contender.call('port'), connections: 1, seconds: 0.1, script });
  if (seen?.status !== 201) throw new Error(`The answer to be copied has the status ${seen?.status}.`);
  return { headers: headersOf(seen), body: seen.body };
}

/**
 * @param {Contender} contender
 * @param {string} path
 * @param {boolean} keyed
 */
async function measure(contender, path, keyed) {
  const load = { port: await contender.call('port'), connections, script: () => () => voteRequest(path, keyed) };
  await drive({ ...load, seconds: warmUp });
  const before = await timesOf(contender);
  const driven = await drive({ ...load, seconds });
  const after = await timesOf(contender);
  expectOnly(driven, 201);
  return {
    rate: driven.perSecond,
    main: (after.main - before.main) / driven.answers,
    all: (after.all - before.all) / driven.answers,
  };
}

/** @param {Contender} contender */
async function timesOf(contender) {
  return { main: await contender.call('mainThreadTime'), all: await contender.call('processorTime') };
}

/** @param {{ rate: number, main: number, all: number }} measured */
function show({ rate, main, all }) {
  return `${count(rate)} (${count(main)}, ${count(all)})`;
}
