import { join } from 'node:path';
import { poll } from '../asks.js';
import { drive } from '../load.js';
import { during } from '../process.js';
import { sized } from '../smoke.js';
import { count } from '../table.js';
import { requestsTo } from '../visitors.js';

/** @typedef {import('../process.js').Contender} Contender */

const few = sized(100, 20);
const many = sized(1_000_000, 400);
/** By then, all caches have reached their limits. */
const settled = many / 4;
const connections = 64;

/** @type {import('../rounds.js').Case} */
export const million = {
  name: 'million',
  about: 'a million votes in one poll: time of results, bytes on disk, and memory',
  measures: {
    results: { label: 'results of a million votes : results of a hundred, time', unit: '×', atMost: 1.3 },
    memory: { label: 'memory held after a million votes : after a quarter of them', unit: '×', atMost: 1.1 },
    bytes: { label: 'a vote on disk', unit: 'bytes', atMost: 200 },
  },
  async prepare(folder) {
    let run = 0;
    return () =>
      during('askwell-visitors', { database: join(folder, `million${run++}.db`) }, async (ours) => {
        const empty = await ours.call('bytes');
        await votesUntil(ours, few);
        const early = await ours.call('timeOfResults');
        await votesUntil(ours, settled);
        const before = await memoryOf(ours);
        await votesUntil(ours, many);
        const late = await ours.call('timeOfResults');
        const after = await memoryOf(ours);
        const bytes = ((await ours.call('bytes')) - empty) / (await ours.call('votes'));
        return {
          figures: { results: late / early, memory: after.held / before.held, bytes },
          note: `results in ${early.toFixed(2)} and ${late.toFixed(2)} ms; ${show(before)} and ${show(after)} MiB resident`,
        };
      });
  },
};

/**
 * Casts votes until the poll has a number of votes.
 *
 * @param {Contender} ours
 * @param {number} wanted
 */
async function votesUntil(ours, wanted) {
  const [{ poll: path }, port] = [await ours.call('paths'), await ours.call('port')];
  const answers = wanted - (await ours.call('votes'));
  await drive({ port, connections, answers, script: () => requestsTo(path, poll.filled), expected: [201] });
  const stored = await ours.call('votes');
  if (stored !== wanted) throw new Error(`The results have ${stored} of ${wanted} votes.`);
}

/** @param {Contender} contender @returns {Promise<{ resident: number, held: number }>} */
async function memoryOf(contender) {
  return { resident: await contender.call('residentMemory'), held: await contender.call('memoryHeld') };
}

/** @param {{ resident: number, held: number }} memory */
function show({ resident, held }) {
  return `${count(resident)} (${count(held)} once collected)`;
}
