// The cluster of compose.yaml without containers: three processes of `askwell serve`, PostgreSQL and a load balancer.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFormBrowser, makeKey, register } from '../../packages/server-lib/test/support/browser/form-browser.js';
import { startPostgres } from '../../packages/server-lib/test/support/store/postgres-server.js';
import { startBalancer } from './balancer.js';
import { startInstance } from './instance.js';

const env = {
  SECRET: 'the secret of the example cluster 0123456789',
  TRUST_PROXY: '127.0.0.1',
  METRICS_TOKEN: 'the-token-of-the-example',
};

/** The URLs of the instances. The balancer comes first, because it is their `BASE_URL`. */
const urls = [];
const instances = [];
let postgres;
let balancer;
let key;
let poll;

beforeAll(async () => {
  [postgres, balancer] = await Promise.all([startPostgres(), startBalancer(urls)]);
  const all = { ...env, DATABASE_URL: postgres.url, BASE_URL: balancer.url };
  // They start at the same time: one of them creates the schema.
  instances.push(...(await Promise.all([1, 2, 3].map(() => startInstance(all)))));
  urls.push(...instances.map(({ url }) => url));

  const browser = createFormBrowser(balancer);
  await register(browser);
  key = await makeKey(browser, { name: 'Shop' });
  const created = await call(balancer.url, 'POST', '/polls', { title: 'Lunch?', options: ['Soup', 'Salad'] });
  poll = created.body.data.id;
});
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.stop('SIGKILL')));
  await balancer?.close();
  await postgres?.stop();
});

async function call(url, method, path, body, headers = { 'x-api-key': key }) {
  const reply = await fetch(`${url}/api/v1${path}`, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', connection: 'close', ...headers },
  });
  // The balancer answers 502 without a body.
  const text = await reply.text();
  return { status: reply.status, instance: reply.headers.get('x-instance'), body: text && JSON.parse(text) };
}

/** Votes as another visitor each time: several at once, from addresses of their own. */
function vote(first, count) {
  return Promise.all(
    Array.from({ length: count }, (_, at) =>
      call(
        balancer.url,
        'POST',
        `/polls/${poll}/votes`,
        { choices: [at % 3 === 0 ? 'o2' : 'o1'] },
        addressOf(first + at),
      ),
    ),
  );
}

const addressOf = (nth) => ({ 'x-forwarded-for': `198.51.100.${nth}`, 'idempotency-key': `vote-${nth}` });

async function countsAt(url) {
  const { body } = await call(url, 'GET', `/polls/${poll}/results`);
  return body.data.options.map(({ votes }) => votes);
}

test('votes through the balancer are spread over all instances, and each of them reads the same results', async () => {
  const replies = await vote(0, 60);
  expect(replies.map(({ status }) => status)).toEqual(Array(60).fill(201));
  expect(new Set(replies.map(({ instance }) => instance)).size).toBe(3);
  expect(await Promise.all(urls.map(countsAt))).toEqual(Array(3).fill([40, 20]));
});

test('a visitor who voted at one instance has voted at all of them, and a deleted key opens none', async () => {
  const again = await Promise.all(
    urls.map((url) => call(url, 'POST', `/polls/${poll}/votes`, { choices: ['o1'] }, addressOf(0))),
  );
  // The same Idempotency-Key with another choice.
  expect(again.map(({ status }) => status)).toEqual([422, 422, 422]);

  const browser = createFormBrowser(balancer);
  await browser.submit('/login', { email: 'owner@example.com', password: 'correct horse battery' });
  const other = await makeKey(browser, { name: 'Deleted' });
  const statuses = async () =>
    Promise.all(urls.map(async (url) => (await call(url, 'GET', '/me', undefined, { 'x-api-key': other })).status));
  expect(await statuses()).toEqual([200, 200, 200]);
  const { body } = await call(urls[0], 'GET', '/me');
  const { id } = body.data.api_keys.find(({ name }) => name === 'Deleted');
  expect((await browser.submit(`/dashboard/keys/${id}/delete`)).status).toBe(303);
  expect(await statuses()).toEqual([401, 401, 401]);
});

test('while an instance stops, every vote is answered and counted once', async () => {
  const [stopped] = instances;
  const votes = vote(60, 60);
  const end = stopped.stop();
  expect((await votes).map(({ status }) => status)).toEqual(Array(60).fill(201));
  expect(await end).toBe(0);
  const after = await vote(120, 30);
  expect(new Set(after.map(({ instance }) => instance)).size).toBe(2);
  expect(await Promise.all(urls.slice(1).map(countsAt))).toEqual(Array(2).fill([100, 50]));
});

test('after an instance was killed, a vote that got no response is repeated and counted once', async () => {
  const votes = vote(150, 60);
  await instances[1].stop('SIGKILL');
  const lost = (await votes).flatMap(({ status }, at) => (status === 201 ? [] : [at]));
  const repeated = await Promise.all(
    lost.map((at) =>
      call(
        balancer.url,
        'POST',
        `/polls/${poll}/votes`,
        { choices: [at % 3 === 0 ? 'o2' : 'o1'] },
        addressOf(150 + at),
      ),
    ),
  );
  expect(repeated.map(({ status }) => status)).toEqual(lost.map(() => 201));
  expect(await countsAt(urls[2])).toEqual([140, 70]);
});

test('each instance reports its metrics to who has the token', async () => {
  const read = (headers) => fetch(`${urls[2]}/metrics`, { headers: { connection: 'close', ...headers } });
  expect((await read({})).status).toBe(401);
  const text = await (await read({ authorization: `Bearer ${env.METRICS_TOKEN}` })).text();
  expect(text).toMatch(/^askwell_database_connections\{pool="writing",state="(used|idle)"\} [12]$/m);
});
