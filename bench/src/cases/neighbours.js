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
const owned = {
  attempts: sized(2_000, 20),
  forms: sized(100, 5),
  answers: sized(400_000, 1_000),
  webhooks: sized(20, 2),
};
const ticketCount = sized(10_000, 100);

/** @type {import('../rounds.js').Case} */
export const neighbours = {
  name: 'neighbours',
  about:
    "votes on one account's poll while another account issues tickets, searches, exports, imports and follows changes",
  measures: {
    p95: { label: 'latency of a vote during heavy requests of another account, p95', unit: 'ms', atMost: 30 },
    p99: { label: 'the same, p99', unit: 'ms', atMost: 100 },
    longP95: { label: 'latency of a vote during long requests of another account, p95', unit: 'ms', atMost: 30 },
    longP99: { label: 'the same, p99', unit: 'ms', atMost: 100 },
    alone: { label: 'the same without them', unit: 'ms' },
    delay: { label: 'event loop delay during heavy requests of another account, p99', unit: 'ms' },
  },
  async prepare(folder) {
    return (round) =>
      during('slow-receiver', {}, async (receiver) => {
        const webhook = await receiver.call('url');
        return during('askwell-neighbours', { database: join(folder, `${round}.db`), webhook, ...owned }, measure);
      });
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
  const key = await contender.call('key');
  const target = { port, key, cookies: await contender.call('cookies'), paths };
  const [long, done] = await during('greedy-client', target, (client) =>
    Promise.all([drive(votes), client.call('run', { seconds })]),
  );
  const longCounts = Object.entries(done).map(
    ([name, { requests, refused, bytes }]) =>
      `${name} ${count(requests)} (${count(bytes / 1e6)} MB${refused > 0 ? `, ${count(refused)} refused` : ''})`,
  );
  const counts = ['tickets', 'searches', 'regrades', 'forms'].map(
    (name, at) => `${name} ${count(heavy[at]?.answers ?? 0)}`,
  );
  return {
    figures: {
      p95: loaded.latency.p95,
      p99: loaded.latency.p99,
      longP95: long.latency.p95,
      longP99: long.latency.p99,
      alone: alone.latency.p95,
      delay: delay.p99,
    },
    note: `longest vote ${count(loaded.latency.max)} ms; answered meanwhile: ${counts.join(', ')}; during long requests, longest vote ${count(long.latency.max)} ms, answered: ${longCounts.join(', ')}`,
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
