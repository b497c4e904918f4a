import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../test/support/http/http-client.js';
import { codeIn } from '../../test/support/http/parse-replies.js';
import { createOwner, type Owner } from '../../test/support/servers/create-owner.js';
import { startService } from '../../test/support/servers/start-service.js';
import type { TestServer } from '../../test/support/servers/test-server.js';
import { createTestClock } from '../tools/testing/test-clock.js';

const limit = 5;
const { clock, source } = createTestClock('2026-01-31');
let server: TestServer;
let owner: Owner;
let key: string;
beforeAll(async () => {
  server = await startService({ limits: { accountRequests: limit }, clock: source });
  owner = await createOwner(server.services);
  key = await owner.key();
});
afterAll(() => server.close());

const getMe = (apiKey: string) => call(server, 'GET', '/api/v1/me', { key: apiKey });
const leftIn = (headers: Headers) => /^"account";r=(\d+);t=\d+$/.exec(headers.get('ratelimit') ?? '')?.[1];

test('limits the requests of all keys of an account in any 60 seconds', async () => {
  const otherKey = await owner.key();
  const replies = [];
  for (const apiKey of [key, otherKey, key, otherKey, key]) replies.push(await getMe(apiKey));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(replies.map(({ headers }) => leftIn(headers))).toEqual(['4', '3', '2', '1', '0']);
  expect(replies[0]?.headers.get('ratelimit-policy')).toBe('"account";q=5;w=60');

  const rejected = await getMe(otherKey);
  expect([rejected.status, codeIn(rejected), leftIn(rejected.headers)]).toEqual([429, 'rate_limited', '0']);
  const wait = Number(rejected.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);

  const otherAccount = await getMe(await (await createOwner(server.services)).key());
  expect([otherAccount.status, leftIn(otherAccount.headers)]).toEqual([200, '4']);

  await clock.advance({ seconds: wait });
  expect((await getMe(key)).status).toBe(200);
});

test('counts failed requests, but not unauthenticated ones', async () => {
  const busy = await (await createOwner(server.services)).key();
  expect((await call(server, 'GET', '/api/v1/polls/none', { key: busy })).status).toBe(404);
  expect((await call(server, 'PUT', '/api/v1/me', { key: busy })).status).toBe(405);
  const invalid = await call(server, 'POST', '/api/v1/polls', { key: busy, body: { title: '' } });
  expect([invalid.status, leftIn(invalid.headers)]).toEqual([422, '2']);
  const unknown = await getMe(`${busy.slice(0, -1)}${busy.endsWith('x') ? 'y' : 'x'}`);
  expect([unknown.status, unknown.headers.has('ratelimit')]).toEqual([401, false]);
  expect(leftIn((await getMe(busy)).headers)).toBe('1');
});

test('the default limit is 6,000 a minute', async () => {
  const defaultServer = await startService();
  const apiKey = await (await createOwner(defaultServer.services)).key();
  const reply = await call(defaultServer, 'GET', '/api/v1/me', { key: apiKey });
  expect([reply.headers.get('ratelimit-policy'), leftIn(reply.headers)]).toEqual(['"account";q=6000;w=60', '5999']);
  await defaultServer.close();
});

test('counts answers of visitors only by address', async () => {
  const account = await createOwner(server.services);
  const busy = await account.key();
  const created = await call(server, 'POST', '/api/v1/polls', {
    key: busy,
    body: { title: 'Lunch?', options: ['a', 'b'] },
  });
  const id = /"id":"(poll_\w+)"/.exec(created.text)?.[1];
  for (let nth = 0; nth < limit; nth++) await getMe(busy);
  expect((await getMe(busy)).status).toBe(429);
  const vote = await call(server, 'POST', `/api/v1/polls/${id}/votes`, { key: busy, body: { choices: ['o1'] } });
  expect([vote.status, vote.headers.get('ratelimit-policy')]).toEqual([201, '"public";q=30;w=60']);
});
