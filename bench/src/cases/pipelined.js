import { connect } from 'node:net';
import { join } from 'node:path';
import { drive, request } from '../load.js';
import { during } from '../process.js';
import { sized } from '../smoke.js';

/** Milliseconds, longer than the stall limit for replies that nobody reads. */
const maxTime = sized(60_000, 300);

const warmUp = sized(0.5, 0.05);

/** @typedef {{ connections: number, requests: number, page: 'page' | 'longPage' }} Flood */

/** @type {Flood[]} */
const floods = [
  { connections: sized(200, 2), requests: 1_000, page: 'page' },
  { connections: sized(20, 2), requests: 2_000, page: 'page' },
  // Below the limit of pipelined requests: these connections end because nobody reads.
  { connections: sized(5, 2), requests: 100, page: 'longPage' },
];

/** @type {import('../rounds.js').Case} */
export const pipelined = {
  name: 'pipelined',
  about: 'connections that send many requests at once for a hosted page and read no reply',
  measures: Object.fromEntries(
    floods.flatMap(({ connections, requests }) => {
      const label = `${connections} × ${requests.toLocaleString('en')} unread`;
      return [
        [`health${requests}`, { label: `${label}: /healthz, longest`, unit: 'ms', atMost: 200 }],
        [`memory${requests}`, { label: `${label}: memory`, unit: 'MiB', atMost: 200 }],
        [`ended${requests}`, { label: `${label}: the last connection ended after`, unit: 'ms', atMost: maxTime }],
      ];
    }),
  ),
  async prepare(folder) {
    let run = 0;
    return async () => {
      /** @type {Record<string, number>} */
      const figures = {};
      const notes = [];
      for (const flood of floods) {
        const database = join(folder, `pipelined${run++}.db`);
        const measured = await during('askwell-visitors', { database }, (askwell) => measure(askwell, flood));
        figures[`health${flood.requests}`] = measured.health;
        figures[`memory${flood.requests}`] = measured.memory;
        figures[`ended${flood.requests}`] = measured.ended;
        notes.push(`${flood.connections} × ${flood.requests}: ${measured.open} still open at the end`);
      }
      return { figures, note: notes.join('; ') };
    };
  },
};

/**
 * @param {import('../process.js').Contender} askwell
 * @param {Flood} flood
 */
async function measure(askwell, { connections, requests, ...flood }) {
  const port = await askwell.call('port');
  const page = (await askwell.call('paths'))[flood.page];
  const health = { port, connections: 1, rate: 20, script: () => () => request('GET', '/healthz'), expected: [200] };
  await drive({ port, connections: 4, seconds: warmUp, script: () => () => request('GET', page), expected: [200] });
  await drive({ ...health, seconds: warmUp });
  await askwell.call('watchMemory');

  const since = performance.now();
  const bytes = Buffer.from(request('GET', page).repeat(requests));
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {});
    socket.pause();
    socket.write(bytes);
    return socket;
  });
  const ended = untilEnded(askwell, since);
  const driven = await drive({ ...health, until: ended });
  const memory = await askwell.call('memory');
  for (const socket of sockets) socket.destroy();
  return { health: driven.latency.max, memory, ...(await ended) };
}

/**
 * Waits until the server has only the connection of the health checks. The clients do not notice the end of their
 * connections, because they do not read.
 *
 * @param {import('../process.js').Contender} askwell
 * @param {number} since
 */
async function untilEnded(askwell, since) {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    const open = (await askwell.call('connections')) - 1;
    const duration = performance.now() - since;
    if (open === 0) return { ended: duration, open };
    if (duration > maxTime) return { ended: Number.POSITIVE_INFINITY, open };
  }
}
