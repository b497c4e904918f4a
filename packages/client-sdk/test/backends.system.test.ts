import { setMaxListeners } from 'node:events';
import { Agent, fetch as undiciFetch } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Askwell, type AskwellOptions, definePoll } from '../src/index.js';
import { rejectionOf } from './support/rejection.js';
import { startServer, type TestServer } from './support/server.js';
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
