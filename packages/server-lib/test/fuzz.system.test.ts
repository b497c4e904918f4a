import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAsk } from './support/asks/create-ask.js';
import { call } from './support/http/http-client.js';
import { idIn } from './support/http/parse-replies.js';
import {
  randomBodies,
  randomHeaders,
  randomPaths,
  randomQueries,
  randomTypes,
} from './support/http/random-requests.js';
import { sendRaw } from './support/http/raw-socket.js';
import { createOwner } from './support/servers/create-owner.js';
import { startServer } from './support/servers/start-server.js';
import type { TestServer } from './support/servers/test-server.js';

const failures: unknown[] = [];
let server: TestServer;
let key: string;
let site: number;
let poll: string;
beforeAll(async () => {
  const logger = {
    info() {},
    warn: (...said: unknown[]) => failures.push(said),
    error: (...said: unknown[]) => failures.push(said),
  };
  server = await startServer({ logger });
  key = await (await createOwner(server.services)).key();
  site = idIn(await call(server, 'POST', '/api/v1/sites', { key, body: { name: 'A' } }));
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'] };
  poll = await createAsk(server, key, 'polls', draft);
});
afterAll(async () => {
  await server.close();
});

/** Expects a reply without an internal error. */
function expectAnswered(answer: string): void {
  expect(answer).toMatch(/^HTTP\/1\.1 [234]\d\d /);
  expect(failures).toEqual([]);
}

const targets = () => ['/api/v1/sites', `/api/v1/sites/${site}`, '/api/v1/me', '/api/v1/polls/p/votes', '/api/v1/x'];

const pathTo = (target: string) => `/${target.replace('{poll}', poll)}`;

test('answers any bytes as a body', async () => {
  const methods = fc.constantFrom('POST', 'PATCH', 'PUT', 'DELETE', 'GET');
  await fc.assert(
    fc.asyncProperty(methods, fc.nat(), randomTypes, randomBodies, async (method, at, type, body) => {
      const list = targets();
      const head = [
        `${method} ${list[at % list.length]} HTTP/1.1`,
        'Host: x',
        'Connection: close',
        `X-API-Key: ${key}`,
        `X-Forwarded-For: 2001:db8:${(at % 65_536).toString(16)}::1`,
        `Content-Type: ${type}`,
        `Content-Length: ${body.length}`,
      ];
      // A DELETE removes the site, whose path is then like any other.
      expectAnswered(await sendRaw(server, Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])));
    }),
    { numRuns: 500 },
  );
});

test('answers any headers, paths and methods', async () => {
  const methods = fc.constantFrom(
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'QUERY',
    'PROPFIND',
  );
  await fc.assert(
    fc.asyncProperty(
      methods,
      randomPaths,
      randomQueries,
      randomHeaders,
      fc.boolean(),
      async (method, target, search, pairs, keyed) => {
        const lines = [
          `${method} ${pathTo(target)}${search === null ? '' : `?${search}`} HTTP/1.1`,
          'Host: x',
          'Connection: close',
          ...(keyed ? [`X-API-Key: ${key}`] : []),
          ...pairs.map(([name, value]) => `${name}: ${value}`),
        ];
        expectAnswered(await sendRaw(server, `${lines.join('\r\n')}\r\n\r\n`));
      },
    ),
    { numRuns: 700 },
  );
});

/** Bytes that are more than empty lines, which servers ignore before a request. */
const someBytes = fc
  .uint8Array({ minLength: 1, maxLength: 200 })
  .filter((bytes) => bytes.some((byte) => byte !== 10 && byte !== 13));

test('closes connections with bytes that are not HTTP, and answers the next request', async () => {
  await fc.assert(
    fc.asyncProperty(someBytes, async (bytes) => {
      const answer = await sendRaw(server, Buffer.concat([bytes, Buffer.from('\r\n\r\n\r\n\r\n')]));
      expect(answer === '' || answer.startsWith('HTTP/1.1 4')).toBe(true);
    }),
    { numRuns: 100 },
  );
  expect((await call(server, 'GET', '/api/v1/me', { key })).status).toBe(200);
  expect(failures).toEqual([]);
});
