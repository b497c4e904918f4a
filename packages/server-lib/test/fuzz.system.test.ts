import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from './support/http/http-client.js';
import {
  type FuzzedServer,
  randomBodies,
  randomHeaders,
  randomPaths,
  randomQueries,
  randomTypes,
  startFuzzed,
} from './support/http/random-requests.js';
import { sendRaw } from './support/http/raw-socket.js';
import { startServer } from './support/servers/start-server.js';

let fuzzed: FuzzedServer;
beforeAll(async () => {
  fuzzed = await startFuzzed(startServer);
});
afterAll(() => fuzzed.server.close());

/** Expects a reply without an internal error. */
function expectAnswered(answer: string): void {
  expect(answer).toMatch(/^HTTP\/1\.1 [234]\d\d /);
  expect(fuzzed.failures).toEqual([]);
}

test('answers any bytes as a body', async () => {
  const methods = fc.constantFrom('POST', 'PATCH', 'PUT', 'DELETE', 'GET');
  await fc.assert(
    fc.asyncProperty(methods, fc.nat(), randomTypes, randomBodies, async (method, at, type, body) => {
      const head = [
        `${method} ${fuzzed.pathOf(at)} HTTP/1.1`,
        'Host: x',
        'Connection: close',
        `X-API-Key: ${fuzzed.key}`,
        `X-Forwarded-For: 2001:db8:${(at % 65_536).toString(16)}::1`,
        `Content-Type: ${type}`,
        `Content-Length: ${body.length}`,
      ];
      // A DELETE removes the site, whose path is then like any other.
      expectAnswered(await sendRaw(fuzzed.server, Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])));
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
          `${method} ${fuzzed.pathTo(target)}${search === null ? '' : `?${search}`} HTTP/1.1`,
          'Host: x',
          'Connection: close',
          ...(keyed ? [`X-API-Key: ${fuzzed.key}`] : []),
          ...pairs.map(([name, value]) => `${name}: ${value}`),
        ];
        expectAnswered(await sendRaw(fuzzed.server, `${lines.join('\r\n')}\r\n\r\n`));
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
      const answer = await sendRaw(fuzzed.server, Buffer.concat([bytes, Buffer.from('\r\n\r\n\r\n\r\n')]));
      expect(answer === '' || answer.startsWith('HTTP/1.1 4')).toBe(true);
    }),
    { numRuns: 100 },
  );
  expect((await call(fuzzed.server, 'GET', '/api/v1/me', { key: fuzzed.key })).status).toBe(200);
  expect(fuzzed.failures).toEqual([]);
});
