import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPublicOperation, randomApiPaths, randomSearches } from './support/access/random-api-paths.js';
import { sendRaw } from './support/http/raw-socket.js';
import { createOwner } from './support/servers/create-owner.js';
import { startServer } from './support/servers/start-server.js';
import type { TestServer } from './support/servers/test-server.js';

const expectedBody = '{"message":"API key is invalid or missing."}';

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startServer();
  key = await (await createOwner(server.services)).key();
});
afterAll(() => server.close());

/** Sends a request with any header lines, including lines that no HTTP client sends. */
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

test('accepts a key between spaces', async () => {
  expect(await send('GET', '/api/v1/me', [`x-api-key:  ${key}  `])).toMatch(/^HTTP\/1\.1 200 /);
});

test('refuses a doubled header', async () => {
  expectRefused(await send('GET', '/api/v1/me', [`X-API-Key: ${key}`, `X-API-Key: ${key}`]));
});

test('refuses bytes beyond ASCII', async () => {
  expectRefused(await send('GET', '/api/v1/me', [`X-API-Key: ${key.slice(0, -1)}\u00e9`]));
});

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
test('without a key, any path and method gets 401', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...methods), randomApiPaths, randomSearches, async (method, path, search) => {
      fc.pre(!isPublicOperation(method, path));
      expectRefused(await send(method, path + search), method);
    }),
    { numRuns: 300 },
  );
});
