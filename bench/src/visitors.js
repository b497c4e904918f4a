import { drive, headersOf, request } from './load.js';
import { sized } from './smoke.js';

/**
 * Requests of visitors, each from a new visitor with a new address.
 *
 * @typedef {import('./process.js').Contender} Contender
 * @typedef {{ rate: number, main: number, all: number }} Measured Requests a second; microseconds per request.
 */

/** Many visitors, who each send little. */
const connections = sized(256, 4);
const seconds = sized(3, 0.05);
const warmUp = sized(2, 0.02);

/** The number of visitors in this run. */
let visitors = 0;

/**
 * Returns a function that returns the request of a new visitor. Only the differing parts are written again, because the
 * driver shares the machine with the measured server.
 *
 * @param {string} path
 * @param {object} answer The answer, without the visitor.
 * @param {{ keyed?: boolean }} [options] With an Idempotency-Key.
 * @returns {() => string}
 */
export function requestsTo(path, answer, { keyed = false } = {}) {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': '<address>',
    ...(keyed ? { 'idempotency-key': 'visit-<count>' } : {}),
  };
  // Seven digits replace seven characters, so that the content length stays correct.
  const template = request('POST', path, headers, JSON.stringify({ ...answer, voter: 'visitor-00000<voter>' }));
  const pieces = template.split(/<(address|count|voter)>/);
  return () => {
    const at = visitors++;
    let text = '';
    for (const piece of pieces) {
      if (piece === 'address') text += `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`;
      else if (piece === 'count') text += at;
      else text += piece === 'voter' ? String(at).padStart(7, '0') : piece;
    }
    return text;
  };
}

/**
 * Returns the answer of a contender, which a peer repeats.
 *
 * @param {Contender} contender
 * @param {() => string} next Returns the next request.
 */
export async function answerOnce(contender, next) {
  /** @type {import('./load.js').Answer | undefined} */
  let last;
  const script = () => (/** @type {import('./load.js').Answer | undefined} */ previous) => {
    last = previous ?? last;
    return next();
  };
  await drive({ port: await contender.call('port'), connections: 1, answers: 2, script, expected: [201] });
  if (!last) throw new Error('There is no answer to repeat.');
  return { headers: headersOf(last), body: last.body };
}

/**
 * Measures the rate of a contender, and the processor time per answer.
 *
 * @param {Contender} contender
 * @param {() => string} next
 * @returns {Promise<Measured>}
 */
export async function measure(contender, next) {
  const load = { port: await contender.call('port'), connections, script: () => next, expected: [201] };
  await drive({ ...load, seconds: warmUp });
  const before = await timesOf(contender);
  const driven = await drive({ ...load, seconds });
  const after = await timesOf(contender);
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

/** @param {Measured} measured */
export function show({ rate, main, all }) {
  return `${Math.round(rate).toLocaleString('en')} (${Math.round(main)}, ${Math.round(all)})`;
}
