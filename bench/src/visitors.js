import { drive, expectOnly, headersOf, request } from './load.js';

/**
 * Requests of visitors, each of them another one and from another address.
 *
 * @typedef {import('./process.js').Contender} Contender
 * @typedef {{ rate: number, main: number, all: number }} Measured Requests a second; microseconds of each.
 */

/** Visitors are many, and each sends little. */
const connections = 256;
const seconds = 3;
const warmUp = 2;

/** Tells every visitor of this run from every other. */
let visitors = 0;

/**
 * Makes the requests of visitors. Only what tells them apart is written for each: the driver shares the machine with what
 * it measures.
 *
 * @param {string} path
 * @param {object} answer What is answered, beside who answers.
 * @param {{ keyed?: boolean }} [options] With an Idempotency-Key.
 * @returns {() => string}
 */
export function visitsTo(path, answer, { keyed = false } = {}) {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': '<address>',
    ...(keyed ? { 'idempotency-key': 'visit-<count>' } : {}),
  };
  // Seven digits take the place of as many characters, so that the body is as long as its header says.
  const text = request('POST', path, headers, JSON.stringify({ ...answer, voter: 'visitor-00000<voter>' }));
  const pieces = text.split(/<(address|count|voter)>/);
  return () => {
    const at = visitors++;
    let made = '';
    for (const piece of pieces) {
      if (piece === 'address') made += `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`;
      else if (piece === 'count') made += at;
      else made += piece === 'voter' ? String(at).padStart(7, '0') : piece;
    }
    return made;
  };
}

/**
 * What a contender answers, for a peer to give again.
 *
 * @param {Contender} contender
 * @param {() => string} next Makes the next request.
 */
export async function answerOnce(contender, next) {
  /** @type {import('./load.js').Answer | undefined} */
  let seen;
  const script = () => (/** @type {import('./load.js').Answer | undefined} */ previous) => {
    seen = previous ?? seen;
    return next();
  };
  await drive({ port: await contender.call('port'), connections: 1, seconds: 0.1, script });
  if (seen?.status !== 201) throw new Error(`The answer to be copied has the status ${seen?.status}.`);
  return { headers: headersOf(seen), body: seen.body };
}

/**
 * How fast a contender answers, and what each answer takes.
 *
 * @param {Contender} contender
 * @param {() => string} next
 * @returns {Promise<Measured>}
 */
export async function measure(contender, next) {
  const load = { port: await contender.call('port'), connections, script: () => next };
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

/** @param {Measured} measured */
export function show({ rate, main, all }) {
  return `${Math.round(rate).toLocaleString('en')} (${Math.round(main)}, ${Math.round(all)})`;
}
