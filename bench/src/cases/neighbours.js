import { join } from 'node:path';
import { poll } from '../asks.js';
import { largeForm } from '../large-form.js';
import { drive, request } from '../load.js';
import { during } from '../process.js';
import { sized } from '../smoke.js';
import { count } from '../table.js';
import { requestsTo } from '../visitors.js';

const seconds = sized(4, 0.3);
/** What the busy account has. */
const owned = { attempts: sized(2_000, 20), forms: sized(100, 5) };
const ticketCount = sized(10_000, 100);

/** @type {import('../rounds.js').Case} */
export const neighbours = {
  name: 'neighbours',
  about: "votes on one account's poll while another's key issues tickets, searches, regrades and writes large forms",
  measures: {
    p95: { label: 'latency of a vote during heavy requests of another account, p95', unit: 'ms', atMost: 200 },
    alone: { label: 'the same without them', unit: 'ms' },
    delay: { label: 'event loop delay during heavy requests of another account, p99', unit: 'ms' },
  },
  async prepare(folder) {
    return (round) => during('askwell-neighbours', { database: join(folder, `${round}.db`), ...owned }, measure);
  },
};

/** @param {import('../process.js').Contender} contender */
async function measure(contender) {
  const port = await contender.call('port');
  const paths = await contender.call('paths');
  const votes = {
    port,
    connections: 32,
    rate: 300,
    seconds,
    script: () => requestsTo(paths.votes, poll.filled),
    expected: [201],
  };
  const alone = await drive(votes);

  const [heavy, loaded, delay] = await Promise.all([
    Promise.all(heavyLoads(await contender.call('key'), paths).map((load) => drive({ port, seconds, ...load }))),
    drive(votes),
    contender
      .call('watchDelay')
      .then(() => pause(seconds * 1000))
      .then(() => contender.call('delay')),
  ]);
  const counts = ['tickets', 'searches', 'regrades', 'forms'].map(
    (name, at) => `${name} ${count(heavy[at]?.answers ?? 0)}`,
  );
  return {
    figures: { p95: loaded.latency.p95, alone: alone.latency.p95, delay: delay.p99 },
    note: `longest vote ${count(loaded.latency.max)} ms; answered meanwhile: ${counts.join(', ')}`,
  };
}

/**
 * Returns the loads of the busy account.
 *
 * @param {string} key
 * @param {Record<string, string>} paths
 */
function heavyLoads(key, { tickets = '', forms = '', regrade = '' }) {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const texts = [
    { connections: 8, text: request('POST', tickets, headers, JSON.stringify({ count: ticketCount })) },
    { connections: 2, text: request('GET', `${forms}?q=large&limit=25`, headers) },
    { connections: 1, text: request('POST', regrade, headers, '{}') },
    { connections: 2, text: request('POST', forms, headers, JSON.stringify(largeForm)) },
  ];
  return texts.map(({ connections, text }) => ({ connections, script: () => () => text, expected: [200, 201, 429] }));
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
