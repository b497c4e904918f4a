import { createRequire } from 'node:module';
import { poll } from '../asks.js';
import { bundleStore } from '../bundle-store.js';
import { drive } from '../load.js';
import { insertsPerSecond, peer, tables } from '../postgres/single-inserts.js';
import { during } from '../process.js';
import { sized } from '../smoke.js';
import { count } from '../table.js';
import { requestsTo } from '../visitors.js';

const { Client } = createRequire(new URL('../../../packages/server-lib/package.json', import.meta.url))('pg');

/** The connections of the peer, and the votes in flight. */
const [few, many] = [sized(64, 4), sized(512, 8)];
const seconds = sized(3, 0.05);
const secret = 'the secret of the benchmark 0123456789 0123456789';
const calls = sized(200_000, 50);
const owners = sized(10, 1);
const keysOfOwner = sized(100, 2);

/** The votes of one poll in a database that nobody has analyzed. */
const votesWithoutStatistics = sized(50_000, 50);
const warmUpVotes = sized(5_000, 20);

/** @typedef {{ url: string, folder: string, bundle: string }} Place */

/** @type {import('../rounds.js').Case} */
export const postgres = {
  name: 'postgres',
  about: `votes and authentication over PostgreSQL, compared with ${peer}`,
  measures: {
    one64: { label: `votes in one poll, ${few} in flight : ${peer} with ${few} clients`, unit: '×', atLeast: 1 },
    fifty64: { label: `votes in fifty polls, ${few} in flight : the same`, unit: '×', atLeast: 1 },
    one512: { label: `votes in one poll, ${many} in flight : ${peer} with ${many} clients`, unit: '×', atLeast: 2.5 },
    fifty512: { label: `votes in fifty polls, ${many} in flight : the same`, unit: '×', atLeast: 2.5 },
    http: { label: `votes over HTTP at one instance, ${many} in flight : votes at the store`, unit: '×', atLeast: 0.5 },
    three: { label: 'votes over HTTP at three instances : at one', unit: '×' },
    growing: { label: 'p99 of the last 1,000 of 50,000 votes, never analyzed : the first', unit: '×', atMost: 2 },
    authenticate: { label: `authenticate, ${few} at once`, unit: '/s', atLeast: 40_000 },
  },
  async prepare(folder) {
    const bundle = await bundleStore(folder);
    return (round) =>
      during('postgres-server', { folder }, async (server) => {
        const url = await server.call('url');
        const place = { url, folder, bundle };
        const bare64 = await measurePeer(place, few);
        const store64 = await measureStore(place, `a${round}`, few);
        const bare512 = await measurePeer(place, many);
        const store512 = await measureStore(place, `b${round}`, many);
        const growing = await measureGrowth(place, `c${round}`);
        const http = await measureHttp(place, `d${round}`);
        const authenticate = await measureAuthenticate(place, `e${round}`);
        return {
          figures: {
            one64: store64.one / bare64,
            fifty64: store64.fifty / bare64,
            one512: store512.one / bare512,
            fifty512: store512.fifty / bare512,
            http: http.one / store512.one,
            three: http.three / http.one,
            growing: growing.last / growing.first,
            authenticate,
          },
          note:
            `per second: ${peer} ${count(bare64)} and ${count(bare512)}; one poll ${count(store64.one)} and ${count(store512.one)}; ` +
            `fifty polls ${count(store64.fifty)} and ${count(store512.fifty)}; HTTP ${count(http.one)} at one instance, ` +
            `${count(http.three)} at three; p99 ${growing.first.toFixed(1)} ms, then ${growing.last.toFixed(1)} ms`,
        };
      });
  },
};

/** @param {Place} place @param {number} clients */
async function measurePeer({ url, folder }, clients) {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(tables);
  await client.end();
  return insertsPerSecond({ url, folder, clients, seconds });
}

/** @param {Place} place @param {string} schema @param {number} lanes */
function measureStore({ url, bundle }, schema, lanes) {
  return during('askwell-store', { bundle, database: `${url}?schema=${schema}`, secret }, async (store) => ({
    one: await store.call('run', { asks: 1, lanes, seconds }),
    fifty: await store.call('run', { asks: 50, lanes, seconds }),
  }));
}

/** @param {Place} place @param {string} schema @returns {Promise<{ first: number, last: number }>} */
async function measureGrowth({ url, bundle }, schema) {
  return during('askwell-store', { bundle, database: `${url}?schema=${schema}`, secret }, async (store) => {
    // In another poll, so that new code is compiled.
    await store.call('fill', { votes: warmUpVotes, lanes: few });
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(`alter table ${schema}.askwell_answers set (autovacuum_enabled = off)`);
    await client.query(`truncate ${schema}.askwell_answers cascade`);
    await client.end();
    return store.call('fill', { votes: votesWithoutStatistics, lanes: few });
  });
}

/** @param {Place} place @param {string} schema */
function measureHttp({ url }, schema) {
  const options = { database: `${url}?schema=${schema}`, secret };
  return during('askwell-visitors', options, (first) =>
    during('askwell-http', options, (second) =>
      during('askwell-http', options, async (third) => {
        const { poll: path } = await first.call('paths');
        const ports = await Promise.all([first, second, third].map((instance) => instance.call('port')));
        await votesPerSecond(ports.slice(0, 1), path);
        const one = await votesPerSecond(ports.slice(0, 1), path);
        await votesPerSecond(ports, path);
        return { one, three: await votesPerSecond(ports, path) };
      }),
    ),
  );
}

/** Votes at several instances. @param {number[]} ports @param {string} path */
async function votesPerSecond(ports, path) {
  const script = () => requestsTo(path, poll.filled);
  const connections = Math.ceil(many / ports.length);
  const driven = await Promise.all(ports.map((port) => drive({ port, connections, seconds, script, expected: [201] })));
  return driven.reduce((sum, { perSecond }) => sum + perSecond, 0);
}

/** @param {Place} place @param {string} schema @returns {Promise<number>} */
async function measureAuthenticate({ url }, schema) {
  const options = { database: `${url}?schema=${schema}`, secret };
  const keys = await during('askwell-owners', options, (filler) => filler.call('fill', { owners, keys: keysOfOwner }));
  return during('askwell-authenticate', options, (askwell) => askwell.call('run', { keys, calls, atOnce: few }));
}
