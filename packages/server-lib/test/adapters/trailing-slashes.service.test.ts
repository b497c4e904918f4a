import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../support/http/http-client.js';
import { textIdIn } from '../support/http/parse-replies.js';
import { createOwner } from '../support/servers/create-owner.js';
import { startService } from '../support/servers/start-service.js';
import type { TestServer } from '../support/servers/test-server.js';

let server: TestServer;
let key: string;
let poll: string;
beforeAll(async () => {
  server = await startService({ baseUrl: 'http://localhost/app/polls' });
  key = await (await createOwner(server.services)).key();
  const draft = { title: 'Tea?', options: ['Yes', 'No'], one_per: null };
  poll = textIdIn(await call(server, 'POST', '/api/v1/polls', { key, body: draft }));
});
afterAll(() => server.close());

test.each(['/', '/widget.js/', '/login/', '/readyz/'])('GET %s is answered as without the slash', async (path) => {
  const [reply, expected] = [await call(server, 'GET', path), await call(server, 'GET', path.slice(0, -1))];
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, expected.headers.get('content-type')]);
});

test('reads and writes of the API and the pages of visitors accept a trailing slash', async () => {
  const vote = await call(server, 'POST', `/api/v1/polls/${poll}/votes/`, { body: { choices: ['o1'] } });
  expect(vote.status).toBe(201);
  const form = { body: 'choices=o2', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  expect((await call(server, 'POST', `/api/v1/polls/${poll}/votes/`, form)).status).toBe(201);
  const results = await call(server, 'GET', `/api/v1/polls/${poll}/results/?since=2020-01-01T00:00:00Z`, { key });
  expect([results.status, results.at('data.votes_count')]).toEqual([200, 2]);
  expect((await call(server, 'GET', `/embed/polls/${poll}/`)).status).toBe(200);
  expect((await call(server, 'GET', `/p/${poll}/`)).text).toContain('Tea?');
});

test('a path that exists neither with nor without the slash is not found', async () => {
  expect((await call(server, 'GET', '/nothing/')).status).toBe(404);
  expect((await call(server, 'GET', '/login//')).status).toBe(404);
});

test('a key is still required', async () => {
  expect((await call(server, 'GET', '/api/v1/me/')).status).toBe(401);
});

describe('in a Next app with a base path', () => {
  /** Sends a request as Next passes it to a route handler. */
  function fromNext(path: string, init?: RequestInit): Promise<Response> {
    const request = Object.assign(new Request(`http://localhost${path}`, init), { nextUrl: {} });
    return server.askwell.fetch(request, { address: '192.0.2.1' });
  }

  test.each(['/app/polls', '/polls'])('requests that arrive under %s are served', async (prefix) => {
    const page = await fromNext(`${prefix}/login/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('action="/app/polls/login"')]);
    const body = JSON.stringify({ choices: ['o1'] });
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
    expect((await fromNext(`${prefix}/api/v1/polls/${poll}/votes/`, init)).status).toBe(201);
  });

  test('requests that arrive under another path are not found', async () => {
    expect((await fromNext('/votes/login')).status).toBe(404);
  });
});
