import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../test/support/http/http-client.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { AccountObject } from '../../owners/access/account-object.js';

let server: TestServer;
let key: string;
let account: AccountObject;
beforeAll(async () => {
  server = await startService();
  const owner = await createOwner(server.services);
  key = await owner.key();
  account = owner.session.account;
});
afterAll(() => server.close());

const draft = { title: 'Lunch?', options: ['Soup', 'Salad'] };
const owner = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  createClient(server)(method, path, { key, body, headers });
const create = (more: object) => owner('POST', '/polls', { ...draft, ...more });

describe('a URL', () => {
  test.each([
    ['a NUL', 'https://example.com/\0'],
    ['a line break', 'https://example.com/\r\nX-Other: yes'],
    ['a tab', 'https://exam\tple.com/'],
    ['an unpaired surrogate', 'https://example.com/\ud800'],
    ['too many characters', `https://example.com/${'x'.repeat(2_029)}`],
  ])('a URL with %s is refused', async (_what, url) => {
    const refused = await create({ after: { url }, options: [{ label: 'Soup', image_url: url }, 'Salad'] });
    expect([refused.status, Object.keys(Object(refused.at('errors')))]).toEqual([
      422,
      ['after.url', 'options.0.image_url'],
    ]);
  });

  test('the length of a URL is counted in code points', async () => {
    const url = `https://example.com/${'😀'.repeat(2_028)}`;
    expect((await create({ after: { url } })).at('data.after.url')).toBe(url);
  });

  test('a URL with non-ASCII letters works as a redirect target', async () => {
    const poll = (await create({ after: { url: 'https://例え.jp/ü' } })).id('data.id');
    const reply = await createClient(server)('POST', `/polls/${poll}/votes`, {
      body: 'choices=o1',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' },
    });
    expect([reply.status, reply.headers.get('location')]).toEqual([303, 'https://xn--r8jz45g.jp/%C3%BC']);
  });
});

test.each([
  ['before the year 0', { opens_at: '0000-01-01T00:00:00+05:00' }],
  ['after the year 9999', { closes_at: '9999-12-31T23:59:59-05:00' }],
])('refuses a time that is %s in UTC', async (_when, times) => {
  const refused = await create(times);
  expect([refused.status, Object.keys(Object(refused.at('errors')))]).toEqual([422, Object.keys(times)]);
});

test('treats undefined members as absent in process', async () => {
  const { polls } = server.askwell;
  const poll = await polls.create(account, { ...draft, description: 'Where?' });
  const changed = await polls.update(account, poll.id, { title: undefined, description: undefined, status: 'closed' });
  expect(changed).toMatchObject({ title: 'Lunch?', description: 'Where?', status: 'closed', version: 2 });
});

test('returns copies that callers may modify', async () => {
  const { polls } = server.askwell;
  const poll = await polls.create(account, { ...draft, after: { message: 'Thank you.' } });
  const results = await polls.results(account, poll.id);
  for (const given of [poll.options[0], poll.after, results.options[0]])
    if (given) Object.assign(given, { label: '!' });
  Object.assign(poll.after ?? {}, { message: '!' });
  expect(await polls.get(account, poll.id)).toMatchObject({
    options: [{ label: 'Soup' }, { label: 'Salad' }],
    after: { message: 'Thank you.', url: null },
  });
  expect((await polls.results(account, poll.id)).options.map(({ label }) => label)).toEqual(['Soup', 'Salad']);
});

describe('concurrent updates', () => {
  const titles = Array.from({ length: 8 }, (_, at) => `Title ${at}`);

  test('concurrent updates are all applied, one after the other', async () => {
    const poll = (await create({})).id('data.id');
    const members = [{ title: 'Dinner?' }, { description: 'Where?' }, { locale: 'en' }, { max_answers: 5 }];
    const replies = await Promise.all(members.map((changes) => owner('PATCH', `/polls/${poll}`, changes)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const read = await owner('GET', `/polls/${poll}`);
    expect(read.at('data')).toMatchObject(Object.assign({ version: 5 }, ...members));
  });

  test('of concurrent updates with the same If-Match, one is applied and the others are refused', async () => {
    const poll = (await create({})).id('data.id');
    const replies = await Promise.all(
      titles.map((title) => owner('PATCH', `/polls/${poll}`, { title }, { 'If-Match': '"1"' })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)]);
    expect((await owner('GET', `/polls/${poll}`)).at('data.version')).toBe(2);
  });
});

test('an update that changes nothing keeps the version', async () => {
  const created = await create({ closes_at: '2030-01-01T00:00:00+01:00', after: { message: 'Thank you.' } });
  const poll = created.id('data.id');
  const same = ['title', 'options', 'closes_at', 'after'].map((name) => ({ [name]: created.at(`data.${name}`) }));
  for (const changes of [{}, ...same, Object.assign({}, ...same)]) {
    expect((await owner('PATCH', `/polls/${poll}`, changes)).at('data')).toEqual(created.at('data'));
  }
});

test('the length of definitions limits the cache', async () => {
  const { asks } = server.services.polls;
  const keep = async (description: string) => {
    const poll = await server.askwell.polls.create(account, { ...draft, description });
    return (await server.services.polls.submitService.find(poll.id)) ?? expect.unreachable('It was just made.');
  };
  const first = await keep('Where?');
  const isKept = () => asks.cached(first.id) !== undefined;
  expect(isKept()).toBe(true);
  const long = 'x'.repeat(1024 * 1024);
  const row = {
    kind: 'poll' as const,
    account_id: 1,
    site_id: null,
    status: 'open' as const,
    title: 'x',
    version: 1,
    opens_at: null,
    closes_at: null,
    keep_days: null,
    created_at: 0,
    updated_at: 0,
    definition: JSON.stringify({ terms: { description: long }, own: {} }),
  };
  for (let seq = -10; seq < 0; seq++) asks.parse({ ...row, seq, id: `x${seq}` });
  expect(isKept()).toBe(true);
  for (let seq = -30; seq < -10; seq++) asks.parse({ ...row, seq, id: `x${seq}` });
  expect(isKept()).toBe(false);
});
