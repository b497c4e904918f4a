import { Agent as KeepAliveAgent } from 'node:http';
import { Askwell } from '@askwell/client';
import axios from 'axios';
import got from 'got';
import ky from 'ky';
import { Agent, request } from 'undici';
import { processorTime } from '../probes.js';
import { stepsPerSecond } from '../timing.js';

/**
 * An HTTP client in a child process. It requests the account repeatedly over open connections and returns its email, so that
 * the reply is read and parsed.
 *
 * @typedef {{ url: string, key: string }} Address
 * @typedef {() => Promise<string>} Ask
 */

/** @type {Record<string, (address: Address) => Ask>} */
const clients = {
  askwell({ url, key }) {
    const askwell = new Askwell({ apiKey: key, baseUrl: url });
    return async () => (await askwell.me()).email;
  },
  undici({ url, key }) {
    const dispatcher = new Agent();
    const headers = { 'x-api-key': key, accept: 'application/json' };
    return async () => {
      const { body } = await request(`${url}/api/v1/me`, { headers, dispatcher });
      return JSON.parse(await body.text()).data.email;
    };
  },
  axios({ url, key }) {
    const client = axios.create({
      baseURL: url,
      headers: { 'x-api-key': key },
      httpAgent: new KeepAliveAgent({ keepAlive: true }),
      timeout: 30_000,
    });
    return async () => (await client.get('/api/v1/me')).data.data.email;
  },
  got({ url, key }) {
    const client = got.extend({
      prefixUrl: url,
      headers: { 'x-api-key': key },
      agent: { http: new KeepAliveAgent({ keepAlive: true }) },
      timeout: { request: 30_000 },
    });
    return async () => (await client.get('api/v1/me').json()).data.email;
  },
  ky({ url, key }) {
    const client = ky.create({ prefixUrl: url, headers: { 'x-api-key': key }, timeout: 30_000 });
    return async () => (await client.get('api/v1/me').json()).data.email;
  },
};

export const open = (/** @type {Address & { name: string }} */ { name, ...address }) => {
  const ask = clients[name]?.(address);
  if (!ask) throw new Error(`Unknown client ${name}.`);
  return {
    ask,
    /** @param {{ lanes: number, seconds: number }} load */
    async measure(load) {
      let requests = 0;
      const before = processorTime();
      const rate = await stepsPerSecond(load, () => async () => {
        await ask();
        requests++;
      });
      return { rate, processor: (processorTime() - before) / requests };
    },
  };
};
