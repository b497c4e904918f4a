import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestClock } from '../src/tools/testing/test-clock.js';
import { call } from './support/http/http-client.js';
import { codeIn, faultsIn, idIn, pageIn } from './support/http/parse-replies.js';
import { createOwner, type Owner } from './support/servers/create-owner.js';
import { startService } from './support/servers/start-service.js';
import type { TestServer } from './support/servers/test-server.js';

const day = 24 * 3600 * 1000;
const { clock, source } = createTestClock('2026-01-31');
let server: TestServer;
let owner: Owner;
let key: string;
beforeAll(async () => {
  server = await startService({ clock: source });
  owner = await createOwner(server.services);
  key = await owner.key();
});
afterAll(() => server.close());

const create = (slot: string | undefined, body: unknown, by = key) =>
  call(server, 'POST', '/api/v1/sites', {
    key: by,
    body,
    headers: slot === undefined ? {} : { 'idempotency-key': slot },
  });
/** Creates a key on the running server. */
const newKey = async (site?: number) =>
  (await server.askwell.keys.create(owner.session, { name: 'Another', site_id: site ?? null })).raw;
const countSites = async (by = key) =>
  pageIn(await call(server, 'GET', '/api/v1/sites?limit=100', { key: by })).ids.length;

test('without an Idempotency-Key, a repeated request creates another resource', async () => {
  const before = await countSites();
  const [one, two] = [await create(undefined, { name: 'Twice' }), await create(undefined, { name: 'Twice' })];
  expect(idIn(one)).not.toBe(idIn(two));
  expect(await countSites()).toBe(before + 2);
});

test('a hundred concurrent requests create one resource and get the same reply', async () => {
  const before = await countSites();
  const answers = await Promise.all(Array.from({ length: 100 }, () => create('parallel', { name: 'Once' })));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
  expect(await countSites()).toBe(before + 1);
  const replayed = answers.map(({ headers }) => headers.get('idempotency-replayed'));
  expect(replayed.filter((value) => value === null)).toHaveLength(1);
  expect(replayed.filter((value) => value === 'true')).toHaveLength(99);
});

test('a created resource is at its Location, also when the reply is repeated', async () => {
  const poll = { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: 'ticket' };
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    call(server, 'POST', path, { key, body, headers: { 'idempotency-key': 'located', ...headers } });
  for (const [path, body] of [
    ['/api/v1/sites', { name: 'Shop' }],
    ['/api/v1/polls', poll],
  ] as const) {
    const replies = [await post(path, body), await post(path, body)];
    for (const reply of replies) {
      expect(reply.headers.get('location')).toBe(`${path}/${reply.at('data.id')}`);
      expect((await call(server, 'GET', `${path}/${reply.at('data.id')}`, { key })).at('data')).toEqual(
        reply.at('data'),
      );
    }
    expect(replies.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
  }
  const pollPath = `/api/v1/polls/${(await post('/api/v1/polls', poll)).id('data.id')}`;
  const tickets = [await post(`${pollPath}/tickets`, { count: 1 }), await post(`${pollPath}/tickets`, { count: 1 })];
  expect(tickets.map(({ headers }) => headers.get('location'))).toEqual([`${pollPath}/tickets`, `${pollPath}/tickets`]);
  const vote = { choices: ['o1'], ticket: tickets[0]?.id('data.tickets.0') };
  const votes = [await post(`${pollPath}/votes`, vote), await post(`${pollPath}/votes`, vote)];
  for (const reply of votes) expect(reply.headers.get('location')).toBe(`${pollPath}/votes/${reply.at('data.id')}`);
  for (const replies of [tickets, votes])
    expect(replies.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
});

test('a reply is remembered over a restart', async () => {
  const first = await create('restart', { name: 'Once' });
  await server.close();
  server = await startService({ database: server.database, clock: source });
  const again = await create('restart', { name: 'Once' });
  expect([again.status, again.text]).toEqual([201, first.text]);
});

test('a reply is remembered for 24 hours', async () => {
  const id = idIn(await create('day', { name: 'Once' }));
  await clock.advance(day - 1);
  expect(idIn(await create('day', { name: 'Once' }))).toBe(id);
  await clock.advance(1);
  const later = idIn(await create('day', { name: 'Once' }));
  expect(later).not.toBe(id);
  expect(idIn(await create('day', { name: 'Once' }))).toBe(later);
});

test('after a day the same key can have another body', async () => {
  await create('new day', { name: 'One' });
  await clock.advance(day);
  expect((await create('new day', { name: 'Two' })).status).toBe(201);
});

test('bodies are compared after parsing: the order of members and spaces do not matter', async () => {
  const first = await create('parsed', '{"name":"Once","origins":["https://a.example","https://b.example"]}');
  for (const body of [
    '{"origins":["https://a.example","https://b.example"],"name":"Once"}',
    ' {\n\t"name" : "Once", "origins": [ "https://a.example","https://b.example" ] } ',
    '{"n\\u0061me":"\\u004fnce","origins":["https://a.example","https://b.example"]}',
  ]) {
    expect((await create('parsed', body)).text).toBe(first.text);
  }
  for (const body of [
    '{"name":"Once","origins":["https://b.example","https://a.example"]}',
    '{"name":"Once","origins":[]}',
    '{"name":"Once"}',
    '{"name":"once","origins":["https://a.example","https://b.example"]}',
  ]) {
    const answer = await create('parsed', body);
    expect([answer.status, codeIn(answer)]).toEqual([422, 'idempotency_mismatch']);
  }
});

test('of two concurrent bodies with one key, one is created and the other gets a mismatch', async () => {
  const before = await countSites();
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) => create('contested', { name: at % 2 ? 'Odd' : 'Even' })),
  );
  const made = answers.filter((answer) => answer.status === 201);
  expect(new Set(made.map((answer) => answer.text)).size).toBe(1);
  expect(made).toHaveLength(20);
  expect(answers.filter((answer) => answer.status === 422).map(codeIn)).toEqual(
    Array.from({ length: 20 }, () => 'idempotency_mismatch'),
  );
  expect(await countSites()).toBe(before + 1);
});

test('an error is not remembered: a corrected request with the same key creates', async () => {
  const refused = await create('mended', { name: '' });
  expect([refused.status, faultsIn(refused)]).toEqual([422, ['name']]);
  expect((await create('mended', '{')).status).toBe(400);
  const mended = await create('mended', { name: 'Mended' });
  expect(mended.status).toBe(201);
  expect((await create('mended', { name: 'Mended' })).text).toBe(mended.text);
});

test('a replay returns the current resource', async () => {
  const id = idIn(await create('changed', { name: 'Before' }));
  await call(server, 'PATCH', `/api/v1/sites/${id}`, { key, body: { name: 'After' } });
  const again = await create('changed', { name: 'Before' });
  expect([again.status, again.body]).toEqual([201, { data: expect.objectContaining({ id, name: 'After' }) }]);
});

test('idempotency keys belong to the account and are shared by its API keys', async () => {
  const otherOwner = await createOwner(server.services);
  const theirs = await otherOwner.key();
  const mine = await create('shared', { name: 'Once' });
  const other = await create('shared', { name: 'Another' }, theirs);
  expect(other.status).toBe(201);
  expect(idIn(other)).not.toBe(idIn(mine));
  expect((await create('shared', { name: 'Once' }, await newKey())).text).toBe(mine.text);
});

test('a key of a site gets no replay of a resource outside of it', async () => {
  const site = idIn(await create('whole', { name: 'Once' }));
  const answer = await create('whole', { name: 'Once' }, await newKey(site));
  expect([answer.status, codeIn(answer)]).toEqual([403, 'forbidden']);
});

test('the header is ignored by requests that create nothing', async () => {
  const headers = { 'idempotency-key': 'ignored' };
  const id = idIn(await create(undefined, { name: 'A' }));
  for (const name of ['B', 'C']) {
    const answer = await call(server, 'PATCH', `/api/v1/sites/${id}`, { key, headers, body: { name } });
    expect(answer.body).toMatchObject({ data: { name } });
  }
  expect((await call(server, 'DELETE', `/api/v1/sites/${id}`, { key, headers })).status).toBe(204);
  expect((await call(server, 'DELETE', `/api/v1/sites/${id}`, { key, headers })).status).toBe(404);
});

test.each(['x'.repeat(256), 'caf\u00e9', ''])('refuses the key %j', async (slot) => {
  const answer = await create(slot, { name: 'A' });
  expect([answer.status, faultsIn(answer)]).toEqual([422, ['Idempotency-Key']]);
});
