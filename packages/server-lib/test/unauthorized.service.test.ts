import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serializeSessionCookie } from '../src/access/session-cookie.js';
import { sessionCookieMaxAge } from '../src/accounts/sessions/session-service.js';
import { call } from './support/http/http-client.js';
import { sendRaw } from './support/http/raw-socket.js';
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

/** Sends a request with any header lines, also those that no HTTP client sends. */
function send(method: string, target: string, lines: readonly string[] = []): Promise<string> {
  const head = [`${method} ${target} HTTP/1.1`, 'Host: x', 'Connection: close', ...lines];
  return sendRaw(server, `${head.join('\r\n')}\r\n\r\n`);
}

function expectRefused(answer: string, method = 'GET'): void {
  const [head = '', body] = answer.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 401 /);
  expect(head.toLowerCase()).toContain('content-type: application/json; charset=utf-8');
  expect(head.toLowerCase()).toContain('cache-control: no-store');
  expect(head).toContain('www-authenticate: ApiKey realm="Askwell", header="X-API-Key"');
  expect(head).toMatch(/x-request-id: [A-Za-z0-9]{20}/i);
  expect(head.toLowerCase()).not.toContain('access-control');
  expect(body).toBe(method === 'HEAD' ? '' : expectedBody);
}

test('the key itself is valid', async () => {
  expect(await send('GET', '/api/v1/me', [`X-API-Key: ${key}`])).toMatch(/^HTTP\/1\.1 200 /);
  expect(await send('GET', '/api/v1/me', [`x-api-key:  ${key}  `])).toMatch(/^HTTP\/1\.1 200 /);
});

test.each([
  ['no key', () => []],
  ['an empty key', () => ['X-API-Key:']],
  ['a doubled header', () => [`X-API-Key: ${key}`, `X-API-Key: ${key}`]],
  ['two keys in one header', () => [`X-API-Key: ${key},${key}`]],
  ['a key in another case', () => [`X-API-Key: ${key.toUpperCase()}`]],
  ['an unknown key', () => [`X-API-Key: ask_${'a'.repeat(40)}`]],
  ['a key with one character more', () => [`X-API-Key: ${key}0`]],
  ['a quoted key', () => [`X-API-Key: "${key}"`]],
  ['bytes beyond ASCII', () => [`X-API-Key: ${key.slice(0, -1)}\u00e9`]],
  ['a bearer token', () => [`Authorization: Bearer ${key}`]],
  ['basic credentials', () => [`Authorization: Basic ${Buffer.from(`${key}:`).toString('base64')}`]],
  ['a cookie with the key', () => [`Cookie: X-API-Key=${key}; api_key=${key}`]],
  ['a session cookie', () => [`Cookie: ${cookie}`]],
  ['a session token as key', () => [`X-API-Key: ${cookie.split('=')[1]}`]],
  ['another header', () => [`API-Key: ${key}`, `X-Api-Token: ${key}`]],
])('refuses %s with the same reply', async (_what, lines) => {
  expectRefused(await send('GET', '/api/v1/me', lines()));
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
    expectRefused(await send('GET', '/api/v1/me', [`Accept: ${type}`]));
  },
);

/** The methods that the HTTP parser accepts, except CONNECT, which no request listener gets. */
const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'PURGE',
  'REPORT',
  'LINK',
];
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
      const answer = await send(method, path, method === 'POST' ? ['Content-Length: 0'] : []);
      if (method === 'POST') expect(answer).toMatch(/^HTTP\/1\.1 404 /);
      else if (method === 'OPTIONS') expect(answer).toMatch(/^HTTP\/1\.1 204 /);
      else expectRefused(answer, method);
    }
  }
});

test('without a key, any path and method gets 401', async () => {
  const segment = fc.oneof(
    fc.constantFrom(
      'me',
      'sites',
      'polls',
      'votes',
      'quizzes',
      'attempts',
      '1',
      '',
      '.',
      '%2e%2e',
      '%00',
      '%zz',
      '%2F',
    ),
    fc.stringMatching(/^[!$&-.0-;=@-Z_a-z~|]{0,12}$/),
  );
  const path = fc.array(segment, { maxLength: 5 }).map((list) => `/api/v1/${list.join('/')}`);
  const query = fc.stringMatching(/^[!$&-;=?-Z_a-z~|%]{0,12}$/).map((text) => (text ? `?${text}` : ''));
  const isPublic = /^\/api\/v1\/(polls\/[^/]+\/votes|quizzes\/[^/]+\/attempts|forms\/[^/]+\/submissions)$/;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...methods), path, query, async (method, target, search) => {
      fc.pre(!(isPublic.test(target) && (method === 'POST' || method === 'OPTIONS')));
      expectRefused(await send(method, target + search), method);
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
