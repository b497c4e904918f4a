import { join } from 'node:path';
import { largestDefinitions } from '../maxima/definitions.js';
import { answersOf, largestWrites } from '../maxima/largest-writes.js';
import { refusedRequests } from '../maxima/refused-values.js';
import { during } from '../process.js';
import { isSmoke } from '../smoke.js';

/** @typedef {import('../process.js').Contender} Contender */
/** @typedef {import('../maxima/refused-values.js').RefusedRequest} RefusedRequest */
/** @typedef {{ held: number, memory: number }} Cost */

/** The maximum time that one request may block the event loop, in milliseconds, and the maximum memory that it may use. */
const most = { held: 20, memory: 50 };
const megabyte = 1024 * 1024;
/** Each request is measured several times, since the first ones run code that is not compiled yet. */
const repetitions = isSmoke ? 1 : 5;

/** @type {import('../rounds.js').Case} */
export const maxima = {
  name: 'maxima',
  about:
    'the largest definitions on each page, the largest requests that write them and their answers, and those that are refused',
  measures: {
    accepted: { label: 'event loop held by a page with a largest definition', unit: 'ms', atMost: most.held },
    acceptedMemory: { label: '… memory', unit: 'MiB', atMost: most.memory },
    written: { label: 'event loop held by a largest request that is accepted', unit: 'ms', atMost: most.held },
    writtenMemory: { label: '… memory', unit: 'MiB', atMost: most.memory },
    refused: { label: 'event loop held by a largest request that is refused', unit: 'ms', atMost: most.held },
    refusedMemory: { label: '… memory', unit: 'MiB', atMost: most.memory },
  },
  async prepare(folder) {
    return (round) => during('askwell-maxima', { database: join(folder, `${round}.db`) }, measureAll);
  },
};

/** @param {Contender} contender @returns {Promise<import('../rounds.js').Round>} */
async function measureAll(contender) {
  /** @type {string[]} */
  const notes = [];
  const note = (/** @type {string} */ name, /** @type {Cost} */ { held, memory }) =>
    notes.push(`     ${name.padEnd(60)} ${held.toFixed(1).padStart(8)} ms ${memory.toFixed(1).padStart(8)} MiB`);
  /** @type {Cost[]} */
  const accepted = [];
  /** @type {Cost[]} */
  const written = [];
  for (const [name, { kind, draft }] of Object.entries(largestDefinitions).slice(0, isSmoke ? 1 : undefined)) {
    const { ask, cost: created } = await create(contender, kind, { one_per: null, ...draft });
    const { id } = ask;
    written.push(created);
    note(`${name}: create`, created);
    for (const [what, request] of Object.entries(largestWrites(kind, ask, draft))) {
      const cost = await measure(contender, request, [200, 201]);
      written.push(cost);
      note(`${name}: ${what}`, cost);
    }
    for (const path of pagesOf(kind, id, draft)) {
      const cost = await measure(contender, { method: 'GET', path }, [200]);
      accepted.push(cost);
      note(`${name}: ${path.replaceAll(id, '…')}`, cost);
    }
  }
  const { ask: poll } = await create(contender, 'polls', { title: 'x', one_per: 'ticket', options: ['a', 'b'] });
  const questions = [{ type: 'boolean', prompt: 'x', answer: true }];
  const { ask: quiz } = await create(contender, 'quizzes', { title: 'x', questions });
  const { ask: form } = await create(contender, 'forms', { title: 'x', fields: [{ type: 'email', label: 'x' }] });
  /** @type {Cost[]} */
  const refused = [];
  for (const [name, request] of Object.entries(
    refusedRequests({ poll: poll.id, quiz: quiz.id, form: form.id, revision: 'v1' }),
  )) {
    const cost = await measure(contender, request, [409, 413, 422]);
    refused.push(cost);
    note(`refused: ${name}`, cost);
  }
  return {
    figures: {
      accepted: largest(accepted, 'held'),
      acceptedMemory: largest(accepted, 'memory'),
      written: largest(written, 'held'),
      writtenMemory: largest(written, 'memory'),
      refused: largest(refused, 'held'),
      refusedMemory: largest(refused, 'memory'),
    },
    note: `the fastest of ${repetitions} for each\n${notes.join('\n')}`,
  };
}

/** @param {readonly Cost[]} costs @param {keyof Cost} figure */
function largest(costs, figure) {
  return Math.max(...costs.map((cost) => cost[figure]));
}

/**
 * @param {Contender} contender
 * @param {string} kind
 * @param {object} draft
 * @returns {Promise<{ ask: any, cost: Cost }>} The last created ask, and the lowest cost.
 */
async function create(contender, kind, draft) {
  const request = { method: 'POST', path: `/api/v1/${kind}`, type: 'application/json', body: JSON.stringify(draft) };
  const { text, ...cost } = await measure(contender, request, [201]);
  return { ask: JSON.parse(text).data, cost };
}

/**
 * @param {Contender} contender
 * @param {Partial<RefusedRequest> & { method: string, path: string }} request
 * @param {readonly number[]} expected
 * @returns {Promise<Cost & { text: string }>} The lowest cost, in milliseconds and MiB: other load on the machine adds to it.
 */
async function measure(contender, request, expected) {
  const lowest = { held: Number.POSITIVE_INFINITY, memory: Number.POSITIVE_INFINITY, text: '' };
  for (let nth = 0; nth < repetitions; nth++) {
    const { status, held, memory, text } = await contender.call('measure', request);
    if (!expected.includes(status))
      throw new Error(`${request.method} ${request.path} was answered ${status}: ${text.slice(0, 500)}`);
    lowest.held = Math.min(lowest.held, held);
    lowest.memory = Math.min(lowest.memory, memory / megabyte);
    lowest.text = text;
  }
  return lowest;
}

/** @param {string} kind @param {string} id @param {any} draft */
function pagesOf(kind, id, draft) {
  const items = draft.questions ?? draft.fields;
  const last = items?.at(-1).id ?? `${kind === 'quizzes' ? 'q' : 'f'}${items?.length}`;
  const tabs = ['edit', 'settings', 'design', 'code', 'share', 'results', 'answers'];
  const item = items ? [`edit?item=${last}`] : [];
  const logic = kind === 'forms' ? ['logic', `logic?item=${last}`, 'logic?try=1'] : [];
  return [
    ...[`/p/${id}`, `/embed/${kind}/${id}`, `/api/v1/${kind}/${id}`, `/api/v1/${kind}?limit=100`],
    ...[`/api/v1/${kind}/${id}/${answersOf(kind)}?limit=100`],
    ...[...tabs, ...item, ...logic].map((tab) => `/dashboard/asks/${id}/${tab}`),
  ];
}
