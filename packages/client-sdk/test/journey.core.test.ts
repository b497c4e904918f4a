import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { AbortError, Askwell, ConnectionError, TimeoutError, UnavailableError } from '../src/index.js';
import { startFailingProxy } from './support/failing-proxy.js';
import { rejectionOf } from './support/rejection.js';
import { startServer, type TestServer } from './support/server.js';
import { shown } from './support/shown.js';
import { startStub } from './support/stub-server.js';

let server: TestServer;
let apiKey: string;
beforeAll(async () => {
  server = await startServer();
  apiKey = await server.createKey('Journey');
});
afterAll(() => server.close());
afterEach(() => vi.unstubAllEnvs());

test('a client with the settings of the environment creates, lists, votes, streams, follows and aborts', async () => {
  vi.stubEnv('ASKWELL_API_KEY', apiKey);
  vi.stubEnv('ASKWELL_BASE_URL', `${server.url}/`);
  const { changes, polls } = new Askwell();

  const { data: poll, response } = await polls.create({ title: 'Lunch?', options: ['Soup', 'Salad'] }).withResponse();
  expect(response).toMatchObject({ status: 201, headers: { etag: '"1"' }, retries: 0 });
  expect(await polls.list().toArray()).toEqual([poll]);

  const vote = await polls.votes.create(poll.id, { choices: ['o1'] });
  const streamed = [];
  for await (const { id } of await polls.votes.jsonl(poll.id)) streamed.push(id);
  expect(streamed).toEqual([vote.id]);
  expect(await (await polls.votes.csv(poll.id)).text()).toContain(vote.id);

  const controller = new AbortController();
  const types: string[] = [];
  const following = (async () => {
    for await (const { type } of changes.follow({}, { signal: controller.signal })) {
      types.push(type);
      if (type === 'answer.created') await polls.delete(poll.id);
      if (type === 'ask.deleted') controller.abort();
    }
  })();
  expect(await rejectionOf(following)).toBeInstanceOf(AbortError);
  expect(types).toEqual(['ask.created', 'answer.created', 'ask.deleted']);
  expect(await rejectionOf(polls.get(poll.id))).toMatchObject({ status: 404, code: 'not_found' });
});

test('a request that gets a 503 is sent again', async () => {
  const proxy = await startFailingProxy(server.url);
  proxy.script('journey', ['503']);
  const retried: unknown[] = [];
  const headers = { 'x-script': 'journey' };
  const client = new Askwell({ apiKey, baseUrl: proxy.url, headers, onRetry: ({ error }) => retried.push(error) });
  const { data: site, response } = await client.sites.create({ name: 'Once' }).withResponse();
  expect(response).toMatchObject({ status: 201, retries: 1 });
  expect(retried).toEqual([expect.any(UnavailableError)]);
  expect(await client.sites.list().toArray()).toEqual([site]);
  expect(proxy.seen('journey').keys.size).toBe(2);
  await proxy.close();
});

test('a call without a response ends at its timeout, and when its signal is aborted', async () => {
  const stub = await startStub(() => {});
  const client = new Askwell({ apiKey, baseUrl: stub.url, maxRetries: 0 });
  expect(await rejectionOf(client.me({ timeout: 50 }))).toBeInstanceOf(TimeoutError);
  const controller = new AbortController();
  const call = rejectionOf(client.me({ signal: controller.signal }));
  controller.abort(new Error('No longer needed.'));
  expect(await call).toMatchObject({ name: 'AbortError', cause: { message: 'No longer needed.' } });
  await stub.close();
});

test('a closed port causes a ConnectionError with the URL and without the API key', async () => {
  const error = await rejectionOf(new Askwell({ apiKey, baseUrl: 'http://127.0.0.1:1', maxRetries: 0 }).me());
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toHaveProperty('message', 'GET http://127.0.0.1:1/api/v1/me failed: cannot connect to the server.');
  expect(shown(error)).not.toContain(apiKey.slice(4));
});
