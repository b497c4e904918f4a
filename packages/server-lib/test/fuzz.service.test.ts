import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type FuzzedServer,
  randomBodies,
  randomHeaders,
  randomPaths,
  randomQueries,
  randomTypes,
  startFuzzed,
} from './support/http/random-requests.js';
import { startService } from './support/servers/start-service.js';

let fuzzed: FuzzedServer;
beforeAll(async () => {
  fuzzed = await startFuzzed(startService);
});
afterAll(() => fuzzed.server.close());

/** Sends a request, and expects a reply without an internal error. */
async function expectAnswered(path: string, init: RequestInit): Promise<void> {
  const reply = await fuzzed.server.fetch(fuzzed.server.url + path, init);
  await reply.body?.cancel();
  expect(reply.status).toBeGreaterThanOrEqual(200);
  expect(reply.status).toBeLessThan(500);
  expect(fuzzed.failures).toEqual([]);
}

test('answers any bytes as a body', async () => {
  const methods = fc.constantFrom('POST', 'PATCH', 'PUT', 'DELETE');
  await fc.assert(
    fc.asyncProperty(methods, fc.nat(), randomTypes, randomBodies, async (method, at, type, body) => {
      // A DELETE removes the site, whose path is then like any other.
      const path = fuzzed.pathOf(at);
      await expectAnswered(path, { method, headers: { 'x-api-key': fuzzed.key, 'content-type': type }, body });
    }),
    { numRuns: 500 },
  );
});

test('answers any headers, paths and methods', async () => {
  const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'PROPFIND');
  await fc.assert(
    fc.asyncProperty(methods, randomPaths, randomQueries, randomHeaders, fc.boolean(), async (...parts) => {
      const [method, target, search, pairs, keyed] = parts;
      const headers = new Headers(keyed ? { 'x-api-key': fuzzed.key } : {});
      for (const [name, value] of pairs) headers.append(name, value);
      await expectAnswered(fuzzed.pathTo(target) + (search === null ? '' : `?${search}`), { method, headers });
    }),
    { numRuns: 700 },
  );
});
