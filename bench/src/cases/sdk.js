import { join } from 'node:path';
import { during } from '../process.js';
import { sized } from '../smoke.js';
import { count } from '../table.js';

/** @typedef {import('../process.js').Contender} Contender */

const lanes = 32;
const seconds = sized(3, 0.02);
const peers = ['undici', 'axios', 'got', 'ky'];

/** @type {import('../rounds.js').Case} */
export const sdk = {
  name: 'sdk',
  about: '`me()` of @askwell/client, and the same request by other clients',
  measures: {
    undici: { label: 'the client : undici.request and JSON.parse, requests', unit: '×', atLeast: 0.85 },
    axios: { label: 'the client : axios, requests', unit: '×', atLeast: 1 },
    got: { label: 'the client : got, requests', unit: '×', atLeast: 1 },
    ky: { label: 'the client : ky, requests', unit: '×', atLeast: 1 },
    processor: { label: 'the client : undici.request and JSON.parse, processor time', unit: '×' },
  },
  async prepare(folder) {
    const database = join(folder, 'askwell.db');
    const [key] = await during('askwell-owners', { database }, (owners) => owners.call('fill', { owners: 1, keys: 3 }));
    const answer = await during('askwell-http', { database }, (server) => answerOnce(server, key));

    // The server sends prepared bytes, so that only the client takes time.
    return () =>
      during('bare-http', answer, async (server) => {
        const url = await urlOf(server);
        const ours = await measure('askwell', url, key);
        /** @type {Record<string, number>} */
        const figures = {};
        const notes = [];
        for (const name of peers) {
          const peer = await measure(name, url, key);
          if (name === 'undici') figures['processor'] = ours.processor / peer.processor;
          figures[name] = ours.rate / peer.rate;
          notes.push(`${name} ${show(peer)}`);
        }
        return { figures, note: `requests/s and µs of each: askwell ${show(ours)}, ${notes.join(', ')}` };
      });
  },
};

/**
 * @param {string} name
 * @param {string} url
 * @param {string} key
 */
function measure(name, url, key) {
  return during('http-clients', { name, url, key }, async (client) => {
    const email = await client.call('ask');
    if (email !== 'owner0@example.com') throw new Error(`${name} was answered ${email}.`);
    return client.call('measure', { lanes, seconds });
  });
}

/**
 * Returns the answer of the server, which the peer repeats, without the headers that Node adds.
 *
 * @param {Contender} server
 * @param {string} key
 */
async function answerOnce(server, key) {
  const reply = await fetch(`${await urlOf(server)}/api/v1/me`, { headers: { 'x-api-key': key } });
  if (reply.status !== 200) throw new Error(`Expected an answer to repeat, got status ${reply.status}.`);
  const headers = [...reply.headers].filter(([name]) => !/^(date|connection|keep-alive)$/.test(name)).flat();
  return { headers, body: Buffer.from(await reply.arrayBuffer()).toString('latin1') };
}

/** @param {Contender} server */
async function urlOf(server) {
  return `http://127.0.0.1:${await server.call('port')}`;
}

/** @param {{ rate: number, processor: number }} measured */
function show({ rate, processor }) {
  return `${count(rate)} (${count(processor)})`;
}
