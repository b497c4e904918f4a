import { afterAll, beforeAll, expect, test } from 'vitest';
import { all } from '../../src/db/sql/statement.js';
import { call } from '../support/http/http-client.js';
import { createOwner, type Owner } from '../support/servers/create-owner.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';
import { type CuttingProxy, startCuttingProxy } from '../support/store/cutting-proxy.js';
import { newSchema } from '../support/store/test-database.js';

let proxy: CuttingProxy;
/** Two instances over one database, of which the first is behind the proxy. */
let instances: readonly [SocketServer, SocketServer];
let owner: Owner;
let poll: string;

beforeAll(async () => {
  const database = newSchema();
  proxy = await startCuttingProxy(database);
  const options = { trustProxy: ['127.0.0.1'], limits: { accountRequests: 50 } };
  const behindProxy = await startServer({ ...options, database: proxy.url });
  instances = [behindProxy, await startServer({ ...options, database })];
  owner = await createOwner(behindProxy.services);
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: null };
  poll = (await behindProxy.askwell.polls.create(owner.session.account, draft)).id;
});
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.close()));
  await proxy.close();
});

const instanceAt = (at: number): SocketServer => (at % 2 === 0 ? instances[0] : instances[1]);

const vote = (at: number, from: string) =>
  call(instanceAt(at), 'POST', `/api/v1/polls/${poll}/votes`, { body: { choices: ['o1'] }, from });

/** Sends requests at once, alternating between the instances. Returns how often each status came. */
async function countStatuses(count: number, send: (at: number) => Promise<{ readonly status: number }>) {
  const replies = await Promise.all(Array.from({ length: count }, (_, at) => send(at)));
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test('two instances admit 30 requests of an address, and tell how long to wait', async () => {
  const started = performance.now();
  expect(await countStatuses(80, (at) => vote(at, '203.0.113.5'))).toEqual({ 201: 30, 429: 50 });
  for (const at of [0, 1]) {
    const { status, headers } = await vote(at, '203.0.113.5');
    expect(status).toBe(429);
    expect(headers.get('ratelimit')).toMatch(/^"public";r=0;t=\d+$/);
    // The window is a minute, and begins with the first request.
    const passed = (performance.now() - started) / 1_000;
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(60 - passed - 1);
  }
});

test('two instances admit 600 requests of an IPv6 /48', async () => {
  const addresses = Array.from({ length: 40 }, (_, network) => `2001:db8:77:${network.toString(16)}::1`);
  const taken = await Promise.all(
    addresses.flatMap((address) =>
      Array.from({ length: 20 }, (_, at) => instanceAt(at).services.limiter.take(address)),
    ),
  );
  expect(taken.filter(({ admitted }) => admitted)).toHaveLength(600);
});

test('without the database, public operations and sign-ins return 503, and nothing is admitted', async () => {
  proxy.refuse();
  expect(await countStatuses(40, () => vote(0, '203.0.113.7'))).toEqual({ 503: 40 });
  const { accounts } = instances[0].services;
  const credentials = { email: owner.email, password: owner.password };
  await expect(accounts.signIn(credentials, { client: '203.0.113.7' })).rejects.toMatchObject({ code: 'unavailable' });
  proxy.allow();
  await expect.poll(async () => (await vote(0, '203.0.113.7')).status).toBe(201);
});

test('two instances count wrong passwords together, and do not count right passwords', async () => {
  const signIn = (at: number, password: string) =>
    instanceAt(at).services.accounts.signIn({ email: owner.email, password }, { client: '203.0.113.8' });
  for (let at = 0; at < 12; at++) expect(await signIn(at, owner.password)).not.toBeNull();
  for (let at = 0; at < 10; at++) expect(await signIn(at, 'a wrong password')).toBeNull();
  for (const at of [0, 1]) {
    await expect(signIn(at, owner.password)).rejects.toMatchObject({ code: 'rate_limited' });
  }
});

test('two instances count the requests of an account together', async () => {
  const key = await owner.key();
  const statuses = await countStatuses(80, (at) => call(instanceAt(at), 'GET', '/api/v1/me', { key }));
  expect(statuses).toEqual({ 200: 50, 429: 30 });
});

test('no address or email is stored with the counts', async () => {
  const rows = await instances[1].services.store.read(all<{ text: string }>`
    select cast(l as text) || encode(key, 'escape') as text from askwell_limits l`);
  expect(rows.length).toBeGreaterThan(40);
  const text = rows.map((row) => row.text).join('\n');
  const addresses = ['203.0.113.5', '2001:db8:77', owner.email];
  for (const clear of addresses) {
    expect(text).not.toContain(clear);
    expect(text).not.toContain(Buffer.from(clear).toString('hex'));
  }
  // The bytes of the first address.
  expect(text).not.toContain('cb007105');
});
