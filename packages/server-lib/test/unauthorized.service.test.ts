import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serializeSessionCookie } from '../src/owners/access/session-cookie.js';
import { sessionCookieMaxAge } from '../src/owners/accounts/session-service.js';
import { isPublicOperation, randomApiPaths, randomSearches } from './support/access/random-api-paths.js';
import { call, type Reply } from './support/http/http-client.js';
import { createOwner } from './support/servers/create-owner.js';
import { startService } from './support/servers/start-service.js';
import type { TestServer } from './support/servers/test-server.js';

const expectedBody = '{"message":"API key is invalid or missing."}';

let server: TestServer;
let key: string;
let cookie: string;
beforeAll(async () => {
  server = await startService();
  const owner = await createOwner(server.services);
  key = await owner.key();
  const token = await server.services.sessions.open(owner.session.account.id, undefined, undefined);
  cookie = serializeSessionCookie(server.services.cookiePlace, token, sessionCookieMaxAge).split(';')[0] ?? '';
});
afterAll(() => server.close());

function send(method: string, path: string, headers: readonly [name: string, value: string][] = []): Promise<Reply> {
  return call(server, method, path, { headers: Object.fromEntries(headers) });
}

function expectRefused({ status, headers, text }: Reply, method = 'GET'): void {
  expect(status).toBe(401);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'www-authenticate': 'ApiKey realm="Askwell", header="X-API-Key"',
    'x-request-id': expect.stringMatching(/^[A-Za-z0-9]{20}$/),
  });
  expect([...headers.keys()].join()).not.toContain('access-control');
  expect(text).toBe(method === 'HEAD' ? '' : expectedBody);
}

test('the key itself is valid', async () => {
  expect((await send('GET', '/api/v1/me', [['x-api-key', key]])).status).toBe(200);
  expect((await send('GET', '/api/v1/me', [['x-api-key', `  ${key}  `]])).status).toBe(200);
});

test.each<[what: string, headers: () => [name: string, value: string][]]>([
  ['no key', () => []],
  ['an empty key', () => [['X-API-Key', '']]],
  ['two keys in one header', () => [['X-API-Key', `${key},${key}`]]],
  ['a key in another case', () => [['X-API-Key', key.toUpperCase()]]],
  ['an unknown key', () => [['X-API-Key', `ask_${'a'.repeat(40)}`]]],
  ['a key with one character more', () => [['X-API-Key', `${key}0`]]],
  ['a quoted key', () => [['X-API-Key', `"${key}"`]]],
  ['bytes beyond ASCII', () => [['X-API-Key', `${key.slice(0, -1)}\u00e9`]]],
  ['a bearer token', () => [['Authorization', `Bearer ${key}`]]],
  ['basic credentials', () => [['Authorization', `Basic ${Buffer.from(`${key}:`).toString('base64')}`]]],
  ['a cookie with the key', () => [['Cookie', `X-API-Key=${key}; api_key=${key}`]]],
  ['a session cookie', () => [['Cookie', cookie]]],
  ['a session token as key', () => [['X-API-Key', cookie.split('=')[1] ?? '']]],
  [
    'another header',
    () => [
      ['API-Key', key],
      ['X-Api-Token', key],
    ],
  ],
])('refuses %s with the same reply', async (_what, headers) => {
  expectRefused(await send('GET', '/api/v1/me', headers()));
});

test.each(['api_key', 'x-api-key', 'X-API-Key', 'key', 'token', 'access_token'])(
  'refuses a key in the query parameter %s',
  async (name) => {
    expectRefused(await send('GET', `/api/v1/me?${name}=${key}`));
  },
);

test.each(['text/html', 'application/xml', '*/*;q=0', 'image/png'])(
  'replies with JSON to a request for %s',
  async (type) => {
    expectRefused(await send('GET', '/api/v1/me', [['accept', type]]));
  },
);

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'PURGE', 'REPORT', 'LINK'];
const known = [
  '/api/v1',
  '/api/v1/',
  '/api/v1/me',
  '/api/v1/me/',
  '/api/v1/sites',
  '/api/v1/sites/1',
  '/api/v1/sites/1/',
  '/api/v1/polls',
  '/api/v1/polls/p/votes/',
  '/api/v1/polls/p/votes/v',
  '/api/v1/polls//votes',
  '/api/v1/polls/p/attempts',
  '/api/v1/keys',
  '/api/v1/register',
  '/api/v1/accounts',
];

test.each(known)('without a key, every method at %s gets 401', async (path) => {
  for (const method of methods) expectRefused(await send(method, path), method);
});

test('reading answers requires a key, submitting one does not', async () => {
  for (const path of ['/api/v1/polls/p/votes', '/api/v1/quizzes/q/attempts', '/api/v1/forms/f/submissions']) {
    for (const method of methods) {
      const answer = await send(method, path);
      if (method === 'POST') expect(answer.status).toBe(404);
      else if (method === 'OPTIONS') expect(answer.status).toBe(204);
      else expectRefused(answer, method);
    }
  }
});

test('without a key, any path and method gets 401', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...methods), randomApiPaths, randomSearches, async (method, path, search) => {
      // URLs cannot contain `..`.
      const { pathname } = new URL(path, server.url);
      fc.pre(pathname.startsWith('/api/v1/') && !isPublicOperation(method, pathname));
      expectRefused(await send(method, path + search), method);
    }),
    { numRuns: 300 },
  );
});

test('the key is checked before the body and its type', async () => {
  for (const body of ['{', 'x'.repeat(300_000), '{"__proto__":1}']) {
    const answer = await call(server, 'POST', '/api/v1/sites', { body, headers: { 'content-type': 'text/plain' } });
    expect([answer.status, answer.text]).toEqual([401, expectedBody]);
  }
});

test('paths outside of /api/v1 need no key', async () => {
  for (const path of ['/', '/api', '/api/v2/me', '/api/v1x', '/API/v1/me', '//api/v1/me', '/healthz']) {
    expect((await call(server, 'GET', path)).status).not.toBe(401);
  }
});
