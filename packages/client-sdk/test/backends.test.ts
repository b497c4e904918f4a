import { setMaxListeners } from 'node:events';
import { inspect } from 'node:util';
import { Agent, MockAgent, fetch as undiciFetch } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Askwell, type AskwellOptions, AuthenticationError, ConnectionError, definePoll } from '../src/index.js';
import { rejectionOf } from './support/rejection.js';
import { startServer, type TestServer } from './support/server.js';
import { jsonResponse, stubbedClient } from './support/stub-fetch.js';
import { startStub } from './support/stub-server.js';

const lunch = definePoll({ title: 'Lunch?', options: ['Soup', 'Salad'], one_per: null });

let server: TestServer;
let key: string;

beforeAll(async () => {
  server = await startServer({ trustProxy: ['127.0.0.1'] });
  key = await server.createKey('Backends');
});
afterAll(() => server.close());

describe.each<[string, AskwellOptions]>([
  ['the default pool', {}],
  ['a dispatcher option', { dispatcher: new Agent({ connections: 1 }) }],
  ["the transport 'undici'", { transport: 'undici' }],
  ["the transport 'fetch'", { transport: 'fetch' }],
  ["the runtime's fetch", { fetch }],
  ["undici's fetch", { fetch: undiciFetch }],
])('with %s', (_name, options) => {
  const client = () => new Askwell({ apiKey: key, baseUrl: server.url, ...options });

  test('calls, errors and streams work the same', async () => {
    const { polls } = client();
    const { data: poll, response } = await polls.create(lunch).withResponse();
    expect(response).toMatchObject({ status: 201, headers: { etag: '"1"' }, retries: 0 });
    const vote = await polls.votes.create(poll.id, { choices: ['o1'] }, { headers: { 'X-Forwarded-For': '10.1.1.1' } });
    const lines = [];
    for await (const { id } of await polls.votes.jsonl(poll.id)) lines.push(id);
    expect(lines).toEqual([vote.id]);
    expect(await (await polls.votes.csv(poll.id)).text()).toContain(vote.id);
    expect(await polls.delete(poll.id)).toBeUndefined();
    expect(await rejectionOf(polls.get(poll.id))).toMatchObject({ status: 404, code: 'not_found' });
  });

  test('a download can be cancelled', async () => {
    const { polls } = client();
    const { id } = await polls.create(lunch);
    const file = await polls.votes.csv(id);
    file.cancel();
    expect(await rejectionOf(file.text())).toHaveProperty('name', 'AbortError');
    const lines = await polls.votes.jsonl(id);
    lines.cancel();
    expect(await polls.get(id)).toHaveProperty('id', id);
  });

  test('a response in parts, after an informational one, is read as a whole', async () => {
    const stub = await startStub(async (_request, response) => {
      response.writeProcessing();
      response.writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'parts' });
      // Each character of the name takes several bytes, which arrive one by one.
      for (const byte of Buffer.from(JSON.stringify({ data: { name: 'Ωß語' } })))
        await new Promise((resolve) => response.write(Uint8Array.of(byte), resolve));
      response.end();
    });
    const { data, response } = await new Askwell({ apiKey: key, baseUrl: stub.url, ...options }).me().withResponse();
    expect(data).toEqual({ name: 'Ωß語' });
    expect(response).toMatchObject({ status: 200, requestId: 'parts' });
    await stub.close();
  });

  test('an aborted call ends its request, before the response, within it and without a connection', async () => {
    const connections = options.dispatcher ? 1 : 128;
    const abort = new AbortController();
    setMaxListeners(0, abort.signal);
    const closed: Promise<unknown>[] = [];
    let areAllUsed = () => {};
    const used = new Promise<void>((resolve) => (areAllUsed = resolve));
    const stub = await startStub((request, response) => {
      if (request.url?.endsWith('/polls/last')) return void response.end('{"data":{}}');
      closed.push(new Promise((resolve) => request.socket.on('close', resolve)));
      if (request.url?.endsWith('/polls/started')) response.writeHead(200).write('{"data":');
      if (closed.length === connections) areAllUsed();
    });
    const { polls } = new Askwell({ apiKey: key, baseUrl: stub.url, ...options });
    const calls = Array.from({ length: connections }, (_, nth) =>
      polls.get(nth % 2 === 0 ? 'started' : 'waiting', { signal: abort.signal }),
    );
    await used;
    // It waits for a connection.
    const another = new AbortController();
    const queued = polls.get('queued', { signal: another.signal });
    another.abort(new Error('Not needed.'));
    expect(await rejectionOf(queued)).toMatchObject({ name: 'AbortError', cause: { message: 'Not needed.' } });
    abort.abort();
    for (const call of calls) expect(await rejectionOf(call)).toHaveProperty('name', 'AbortError');
    await polls.get('last');
    // `fetch` opens a connection for each request.
    if (!options.fetch && options.transport !== 'fetch') expect(closed).toHaveLength(connections);
    await Promise.all(closed);
    await stub.close();
  });

  test('a redirect is not followed, so that the key is not sent elsewhere', async () => {
    const paths: (string | undefined)[] = [];
    const redirecting = await startStub((request, response) => {
      paths.push(request.url);
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    const error = await rejectionOf(new Askwell({ apiKey: key, baseUrl: redirecting.url, ...options }).me());
    await redirecting.close();
    expect(error).toHaveProperty('status', 302);
    expect(paths).toEqual(['/api/v1/me']);
  });
});

test.each(['undici', 'fetch'] as const)('with %s, a closed port rejects with `connected: false`', async (transport) => {
  const stub = await startStub(() => {});
  await stub.close();
  const client = new Askwell({ apiKey: key, baseUrl: stub.url, transport, maxRetries: 0 });
  expect(await rejectionOf(client.me())).toMatchObject({ name: 'ConnectionError', connected: false });
});

test('clients share connections that stay open between calls', async () => {
  const sockets = new Set<unknown>();
  const stub = await startStub((request, response) => {
    sockets.add(request.socket);
    response.setHeader('content-type', 'application/json').end('{"data": {}}');
  });
  for (let call = 0; call < 10; call++) await new Askwell({ apiKey: key, baseUrl: stub.url }).me();
  await stub.close();
  expect(sockets.size).toBeLessThan(5);
});

test("undici's MockAgent works as a dispatcher", async () => {
  const dispatcher = new MockAgent();
  dispatcher.disableNetConnect();
  dispatcher
    .get('https://polls.example.com')
    .intercept({ path: '/api/v1/sites/7', method: 'DELETE', headers: { 'x-api-key': key } })
    .reply(204, '');
  const client = new Askwell({ apiKey: key, baseUrl: 'https://polls.example.com', dispatcher });
  expect(await client.sites.delete(7)).toBeUndefined();
  dispatcher.assertNoPendingInterceptors();
});

describe('a request', () => {
  test('contains the API key and the user agent', async () => {
    const stub = stubbedClient([jsonResponse(200, { data: {} })], { headers: { 'X-Trace': 'abc' } });
    await stub.client.me();
    const [request] = stub.requests();
    expect(request).toMatchObject({ url: 'https://polls.example.com/base/api/v1/me', method: 'GET', body: null });
    expect(request?.headers).toEqual({
      'x-trace': 'abc',
      accept: 'application/json',
      'user-agent': expect.stringMatching(/^askwell-client\/\d+\.\d+\.\d+ node\/\d+\.\d+\.\d+$/),
      'x-api-key': stub.key,
    });
  });

  test('of a public operation does not contain the API key', async () => {
    const receipt = jsonResponse(201, { data: {} });
    const stub = stubbedClient([receipt, receipt.clone(), receipt.clone(), receipt.clone()]);
    await stub.client.polls.votes.create('poll_1', { choices: ['o1'] });
    await stub.client.quizzes.attempts.create('quiz_1', { answers: {} });
    await stub.client.forms.submissions.create('form_1', { answers: {} });
    await stub.client.quizzes.start('quiz_1');
    expect(stub.requests().map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
      'POST /base/api/v1/polls/poll_1/votes',
      'POST /base/api/v1/quizzes/quiz_1/attempts',
      'POST /base/api/v1/forms/form_1/submissions',
      'GET /base/embed/quizzes/quiz_1/start',
    ]);
    for (const { headers } of stub.requests()) expect(Object.keys(headers)).not.toContain('x-api-key');
  });

  test('has encoded IDs and query parameters', async () => {
    const stub = stubbedClient([jsonResponse(200, { data: [], meta: { next_cursor: null } })]);
    await stub.client.polls.votes.list('a/b?c#d', { since: new Date(0), voter_ref: 'x&y=z' }).page();
    expect(stub.requests()[0]?.url).toBe(
      'https://polls.example.com/base/api/v1/polls/a%2Fb%3Fc%23d/votes?since=1970-01-01T00%3A00%3A00.000Z&voter_ref=x%26y%3Dz',
    );
  });
});

describe('the API key is never shown', () => {
  /** Returns the texts of a value that could appear in a log. */
  const shown = (value: unknown) =>
    inspect(value, { depth: 20, showHidden: true }) + JSON.stringify(value) + String(value);

  test('in a client, its resources, its calls and their results', async () => {
    const client = new Askwell({ apiKey: key, baseUrl: server.url });
    const [page, me] = [client.polls.list().page(), client.me()];
    const values = [client, client.polls, client.polls.votes, client.polls.list(), page, await page, me, await me];
    for (const value of values) expect(shown(value)).not.toContain(key.slice(4));
  });

  test('in API errors and connection errors', async () => {
    const unauthorized = new Askwell({ apiKey: `ask_${'a'.repeat(40)}`, baseUrl: server.url });
    const apiError = await rejectionOf(unauthorized.me());
    expect(apiError).toBeInstanceOf(AuthenticationError);
    expect(shown(apiError)).not.toContain('a'.repeat(40));
    const connectionError = await rejectionOf(
      new Askwell({ apiKey: key, baseUrl: 'http://127.0.0.1:1', maxRetries: 0 }).me(),
    );
    expect(connectionError).toBeInstanceOf(ConnectionError);
    expect(shown(connectionError)).not.toContain(key.slice(4));
  });

  test('in the error of a mock that lists the unmatched request', async () => {
    const dispatcher = new MockAgent();
    dispatcher.disableNetConnect();
    dispatcher
      .get('https://polls.example.com')
      .intercept({ path: '/api/v1/me', headers: { 'x-api-key': 'other' } })
      .reply(200, '');
    const client = new Askwell({ apiKey: key, baseUrl: 'https://polls.example.com', dispatcher, maxRetries: 0 });
    const error = await rejectionOf(client.me());
    expect(error).toHaveProperty('cause.message', expect.stringContaining('Mock dispatch not matched'));
    expect(shown(error)).not.toContain(key.slice(4));
  });

  test('in the error of a fetch that contains its request', async () => {
    const stub = stubbedClient([
      (_url, init) => Promise.reject(Object.assign(new Error('Failed.'), { request: { init } })),
    ]);
    const error = await rejectionOf(stub.client.me({ maxRetries: 0 }));
    expect(error).toHaveProperty('cause.message', 'Failed.');
    expect(shown(error)).not.toContain(stub.key.slice(4));
  });

  test('in an error response that repeats the request', async () => {
    const stub = stubbedClient([
      async (_url, { headers }) =>
        jsonResponse(400, { message: `Bad headers: ${JSON.stringify(headers)}`, code: 'malformed' }),
    ]);
    const error = await rejectionOf(stub.client.me());
    expect(error).toHaveProperty('detail', expect.stringMatching(/^Bad headers: .*\[API key\]/));
    expect(shown(error)).not.toContain(stub.key.slice(4));
  });
});
