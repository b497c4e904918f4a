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
import { createOwner } from './support/servers/create-owner.js';
import { startService } from './support/servers/start-service.js';
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
  server = await startService({ logger });
  key = await (await createOwner(server.services)).key();
  site = idIn(await call(server, 'POST', '/api/v1/sites', { key, body: { name: 'A' } }));
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'] };
  poll = await createAsk(server, key, 'polls', draft);
});
afterAll(async () => {
  await server.close();
});

/** Sends a request, and expects a reply without an internal error. */
async function expectAnswered(path: string, init: RequestInit): Promise<void> {
  const reply = await server.fetch(server.url + path, init);
  await reply.body?.cancel();
  expect(reply.status).toBeGreaterThanOrEqual(200);
  expect(reply.status).toBeLessThan(500);
  expect(failures).toEqual([]);
}

const targets = () => ['/api/v1/sites', `/api/v1/sites/${site}`, '/api/v1/me', '/api/v1/polls/p/votes', '/api/v1/x'];

const pathTo = (target: string) => `/${target.replace('{poll}', poll)}`;

test('answers any bytes as a body', async () => {
  const methods = fc.constantFrom('POST', 'PATCH', 'PUT', 'DELETE');
  await fc.assert(
    fc.asyncProperty(methods, fc.nat(), randomTypes, randomBodies, async (method, at, type, body) => {
      const list = targets();
      // A DELETE removes the site, whose path is then like any other.
      const path = list[at % list.length] ?? expect.unreachable();
      await expectAnswered(path, { method, headers: { 'x-api-key': key, 'content-type': type }, body });
    }),
    { numRuns: 500 },
  );
});

test('answers any headers, paths and methods', async () => {
  const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'PROPFIND');
  await fc.assert(
    fc.asyncProperty(methods, randomPaths, randomQueries, randomHeaders, fc.boolean(), async (...parts) => {
      const [method, target, search, pairs, keyed] = parts;
      const headers = new Headers(keyed ? { 'x-api-key': key } : {});
      for (const [name, value] of pairs) headers.append(name, value);
      await expectAnswered(pathTo(target) + (search === null ? '' : `?${search}`), { method, headers });
    }),
    { numRuns: 700 },
  );
});
