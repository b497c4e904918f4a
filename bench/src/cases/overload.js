import { join } from 'node:path';
import { drive, request } from '../load.js';
import { during } from '../process.js';
import { sized } from '../smoke.js';
import { count } from '../table.js';

const connections = sized(4_000, 20);
const seconds = sized(8, 0.1);
const warmUpVotes = sized(1_000, 20);

/** @type {import('../rounds.js').Case} */
export const overload = {
  name: 'overload',
  about: `${connections.toLocaleString('en')} connections that each vote again after an answer`,
  measures: {
    health: { label: '/healthz under overload, p99', unit: 'ms', atMost: 1_000 },
    fresh: { label: '/healthz on new connections under votes, p95', unit: 'ms', atMost: 1_000 },
    long: {
      label: '/healthz on new connections under attempts at a quiz of 100 questions, p95',
      unit: 'ms',
      atMost: 1_000,
    },
    other: { label: 'lost, or neither 201 nor 503 with Retry-After', unit: 'votes', atMost: 0 },
    taken: { label: 'votes taken under overload', unit: '/s' },
    vote: { label: 'a vote that is taken, p99', unit: 'ms' },
    after: { label: 'a vote one second later, the slowest of ten', unit: 'ms' },
  },
  async prepare(folder) {
    let run = 0;
    return () =>
      during('askwell-visitors', { database: join(folder, `overload${run++}.db`) }, async (askwell) => {
        const port = await askwell.call('port');
        const { poll: path, longQuiz } = await askwell.call('paths');
        const long = await during('hammer', { port, path: longQuiz, isLong: true }, (client) => attack(port, client));
        return during('hammer', { port, path }, async (client) => {
          await client.call('vote', warmUpVotes);
          const { health, fresh, load } = await attack(port, client);
          const { taken, refused, other, p50, p99 } = load;
          await new Promise((resolve) => setTimeout(resolve, 1_000));
          const after = await client.call('vote', 10);
          return {
            figures: {
              health: health.statuses[200] === health.answers ? health.latency.p99 : Number.POSITIVE_INFINITY,
              fresh: fresh.p95,
              long: long.fresh.p95,
              other: other + long.load.other,
              taken: taken / seconds,
              // A process sends no number if no vote was taken.
              vote: p99 ?? Number.POSITIVE_INFINITY,
              after: after.statuses[201] === after.answers ? after.latency.max : Number.POSITIVE_INFINITY,
            },
            note: `${count(taken)} taken, ${count(refused)} refused; a taken vote's p50 ${p50?.toFixed(0) ?? '–'} ms; /healthz p50 ${health.latency.p50.toFixed(0)} ms, longest ${health.latency.max.toFixed(0)} ms of ${health.answers}; on new connections p50 ${fresh.p50.toFixed(0)} ms, longest ${fresh.max.toFixed(0)} ms of ${fresh.count}; under attempts p50 ${long.fresh.p50.toFixed(0)} ms, longest ${long.fresh.max.toFixed(0)} ms, ${count(long.load.taken)} taken, ${count(long.load.refused)} refused`,
          };
        });
      });
  },
};

/**
 * Keeps one request in progress on each connection, and probes the process on an open connection and on new ones.
 *
 * @param {number} port
 * @param {import('../process.js').Contender} client
 */
async function attack(port, client) {
  const load = client.call('hammer', { connections, seconds });
  const [health, fresh] = await during('hammer', { port, path: '' }, (prober) =>
    Promise.all([
      drive({
        port,
        connections: 1,
        rate: 20,
        until: load,
        script: () => () => request('GET', '/healthz'),
        expected: [200, 503],
      }),
      prober.call('probe', { path: '/healthz', seconds }),
    ]),
  );
  return { health, fresh, load: await load };
}
