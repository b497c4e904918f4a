import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAsk } from './support/asks/create-ask.js';
import { call } from './support/http/http-client.js';
import { idIn } from './support/http/parse-replies.js';
import { sendRaw } from './support/http/raw-socket.js';
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

/** Expects a reply without an internal error. */
function expectAnswered(answer: string): void {
  expect(answer).toMatch(/^HTTP\/1\.1 [234]\d\d /);
  expect(failures).toEqual([]);
}

const targets = () => ['/api/v1/sites', `/api/v1/sites/${site}`, '/api/v1/me', '/api/v1/polls/p/votes', '/api/v1/x'];

/** Random bytes, nearly valid JSON, and JSON that is nearly a valid body. */
const almost = fc.oneof(
  fc.jsonValue(),
  fc.record({
    name: fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
    origins: fc.oneof(fc.webUrl(), fc.jsonValue()),
  }),
  fc.record({
    name: fc.string({ unit: 'binary', maxLength: 120 }),
    origins: fc.array(fc.oneof(fc.webUrl(), fc.string())),
  }),
);
const bodies = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  almost.map((value) => Buffer.from(JSON.stringify(value) ?? '')),
  fc.tuple(almost, fc.nat(), fc.nat({ max: 255 })).map(([value, at, byte]) => {
    const bytes = Buffer.from(JSON.stringify(value) ?? '');
    if (bytes.length > 0) bytes[at % bytes.length] = byte;
    return bytes;
  }),
);

const types = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-8',
  'application/x-www-form-urlencoded',
  'text/plain',
  ';;;',
  'application/json;charset',
);

test('answers any bytes as a body', async () => {
  const methods = fc.constantFrom('POST', 'PATCH', 'PUT', 'DELETE', 'GET');
  await fc.assert(
    fc.asyncProperty(methods, fc.nat(), types, bodies, async (method, at, type, body) => {
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
  const text = fc.stringMatching(/^[!-~]([ -~]{0,60}[!-~])?$/);
  const names = fc.constantFrom(
    'X-API-Key',
    'X-Forwarded-For',
    'X-Request-Id',
    'Idempotency-Key',
    'Content-Type',
    'Content-Encoding',
    'Cookie',
    'Accept',
    'Origin',
    'Sec-Fetch-Site',
    'If-Match',
    'If-None-Match',
    'Range',
    'Expect',
    'Forwarded',
    'Authorization',
    'X-HTTP-Method-Override',
  );
  const headers = fc.array(fc.tuple(names, text), { maxLength: 8 });
  const path = fc.oneof(
    fc.stringMatching(/^[!$-~]{0,60}$/),
    fc.constantFrom(
      '',
      'api/v1/me',
      'api/v1/sites',
      'api/v1/polls/p/votes',
      'healthz',
      'login',
      'dashboard',
      'dashboard/keys',
      'widget.js',
      'embed/languages/de.json',
      'embed/faults/de.json',
      `embed/polls/${poll}`,
      `embed/polls/${poll}/live`,
    ),
  );
  const query = fc.option(fc.stringMatching(/^[!$-~]{0,40}$/));
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
    fc.asyncProperty(methods, path, query, headers, fc.boolean(), async (method, target, search, pairs, keyed) => {
      const lines = [
        `${method} /${target}${search === null ? '' : `?${search}`} HTTP/1.1`,
        'Host: x',
        'Connection: close',
        ...(keyed ? [`X-API-Key: ${key}`] : []),
        ...pairs.map(([name, value]) => `${name}: ${value}`),
      ];
      expectAnswered(await sendRaw(server, `${lines.join('\r\n')}\r\n\r\n`));
    }),
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
