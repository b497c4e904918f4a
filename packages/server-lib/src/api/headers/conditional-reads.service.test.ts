import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { AccountObject } from '../../owners/access/account-object.js';

let server: TestServer;
let key: string;
let account: AccountObject;
let poll: string;
beforeAll(async () => {
  server = await startService();
  const owner = await createOwner(server.services);
  key = await owner.key();
  const options = Array.from(
    { length: 20 },
    (_, at) => `A long name of the option ${at}, so that the list is compressed`,
  );
  const draft = { title: 'Lunch?', options, one_per: null };
  account = owner.session.account;
  poll = (await server.askwell.polls.create(account, draft)).id;
  await server.askwell.polls.vote(poll, { choices: ['o1'] });
});
afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  call(server, method, path, { key, headers });

const plain = { 'accept-encoding': 'identity' };

const conditional = {
  list: () => '/api/v1/polls',
  'list of sites': () => '/api/v1/sites',
  results: () => `/api/v1/polls/${poll}/results`,
  tickets: () => `/api/v1/polls/${poll}/tickets`,
  'list of answers': () => `/api/v1/polls/${poll}/votes`,
};

test.each(Object.entries(conditional))(
  'a GET of %s returns 304 to a client that has the representation',
  async (_, path) => {
    for (const encoding of ['identity', 'gzip']) {
      const first = await get(path(), { 'accept-encoding': encoding });
      const tag = first.headers.get('etag') ?? expect.unreachable('It has a tag.');
      expect(tag).toMatch(/^"[\w-]{22}(-gzip)?"$/);
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const again = await get(path(), { 'accept-encoding': encoding, 'if-none-match': known });
        const headers = ['content-type', 'content-length', 'cache-control'].map((name) => again.headers.get(name));
        expect([known, again.status, again.text, ...headers]).toEqual([known, 304, '', null, null, 'no-store']);
        if (known !== '*') expect(again.headers.get('etag')).toBe(tag);
      }
      const head = await get(path(), { 'accept-encoding': encoding, 'if-none-match': tag }, 'HEAD');
      expect(head.status).toBe(304);
    }
  },
);

test('the tag changes with each answer', async () => {
  for (const path of [conditional.list(), conditional.results(), conditional['list of answers']()]) {
    const tag = (await get(path)).headers.get('etag') ?? '';
    await server.askwell.polls.vote(poll, { choices: ['o2'] });
    const again = await get(path, { 'if-none-match': tag });
    expect([path, again.status, again.headers.get('etag') === tag]).toEqual([path, 200, false]);
  }
});

test('a GET of an ask never returns 304, because the number of answers can change without its version', async () => {
  const path = `/api/v1/polls/${poll}`;
  const { headers } = await get(path, plain);
  expect(headers.get('etag')).toBe('"1"');
  await server.askwell.polls.vote(poll, { choices: ['o2'] });
  const again = await get(path, { ...plain, 'if-none-match': '"1"' });
  expect([again.status, again.headers.get('etag')]).toEqual([200, '"1"']);
});

test('a GET of an answer returns 304 until the answer changes', async () => {
  const { polls } = server.askwell;
  const draft = { title: 'Change', options: ['a', 'b'], one_per: 'browser' as const, allow_change: true };
  const { id } = await polls.create(account, draft);
  const vote = await polls.vote(id, { choices: ['o1'] }, { id: 'visitor' });
  const path = `/api/v1/polls/${id}/votes/${vote.id}`;
  const tag = (await get(path)).headers.get('etag') ?? '';
  expect((await get(path, { 'if-none-match': tag })).status).toBe(304);
  await polls.vote(id, { choices: ['o2'] }, { id: 'visitor' });
  const changed = await get(path, { 'if-none-match': tag });
  expect([changed.status, JSON.parse(changed.text).data.choices]).toEqual([200, ['o2']]);
});

test('a GET of a site returns 304 while the version is the same', async () => {
  const { id } = JSON.parse((await call(server, 'POST', '/api/v1/sites', { key, body: { name: 'Shop' } })).text).data;
  const path = `/api/v1/sites/${id}`;
  expect((await get(path, { 'if-none-match': '"1"' })).status).toBe(304);
  await call(server, 'PATCH', path, { key, body: { name: 'Market' } });
  const changed = await get(path, { ...plain, 'if-none-match': '"1"' });
  expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"']);
});

test('the account, streams and errors have no tag', async () => {
  const paths = [
    '/api/v1/me',
    '/api/v1/polls?format=jsonl',
    `/api/v1/polls/${poll}/votes?format=csv`,
    '/api/v1/sites/9999',
  ];
  for (const path of paths) {
    const { status, headers } = await get(path, { 'if-none-match': '*' });
    expect([path, status === 304, headers.get('etag')]).toEqual([path, false, null]);
  }
});
