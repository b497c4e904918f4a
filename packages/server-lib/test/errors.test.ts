import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallOptions, call } from './support/http/http-client.js';
import { codeIn, faultsIn, idIn } from './support/http/parse-replies.js';
import { openSocket, readAll, readUntil, sendRaw, writeBytes } from './support/http/raw-socket.js';
import { createOwner } from './support/servers/create-owner.js';
import { startServer, type TestServer } from './support/servers/start-server.js';

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startServer();
  key = await (await createOwner(server.services)).key();
});
afterAll(() => server.close());

const send = (body: unknown, headers: Record<string, string> = {}) =>
  call(server, 'POST', '/api/v1/sites', { key, body, headers });
const get = (path: string, options: CallOptions = {}) => call(server, 'GET', path, { key, ...options });

/** Returns a body of an exact length, which is valid except for its length. */
const ofSize = (size: number) => JSON.stringify({ name: 'a' }).padEnd(size, ' ');

const limit = 256 * 1024;

describe('400 malformed', () => {
  test.each([
    ['no JSON', '{'],
    ['nothing', ''],
    ['JSON with a comma too many', '{"name":"a",}'],
    ['two values', '{"name":"a"}{}'],
    ['bytes that are not UTF-8', Uint8Array.from([0x22, 0xff, 0x22])],
    ['33 levels', `${'{"name":'.repeat(33)}1${'}'.repeat(33)}`],
    ['__proto__', '{"name":"a","__proto__":{}}'],
    ['__proto__ in escapes', '{"name":"a","__\\u0070roto__":{}}'],
    ['constructor.prototype', '{"name":"a","constructor":{"prototype":{}}}'],
  ])('%s', async (_what, body) => {
    const answer = await send(body);
    expect([answer.status, codeIn(answer)]).toEqual([400, 'malformed']);
  });

  test('allows 32 levels', async () => {
    const answer = await send(`${'{"name":'.repeat(32)}1${'}'.repeat(32)}`);
    expect([answer.status, codeIn(answer), faultsIn(answer)]).toEqual([422, 'invalid', ['name']]);
  });

  test.each(['limit=%', 'limit=%zz', 'limit=%ff', '%c3=1', '__proto__=1'])('the query %s', async (query) => {
    const answer = await get(`/api/v1/sites?${query}`);
    expect([answer.status, codeIn(answer)]).toEqual([400, 'malformed']);
  });
});

describe('404 not_found', () => {
  test.each([
    '/api/v1',
    '/api/v1/',
    '/api/v1/me/',
    '/api/v1/sites/',
    '/api/v1/nothing',
    '/api/v1/keys',
    '/api/v1/sites/0',
    '/api/v1/sites/-1',
    '/api/v1/sites/01',
    '/api/v1/sites/1.0',
    '/api/v1/sites/1e0',
    '/api/v1/sites/%31%00',
    '/api/v1/sites/%',
    '/api/v1/sites/%ff',
    '/api/v1/sites/9999999999999999999999',
    '/api/v1/sites/constructor',
    '/api/v1/sites/1/sites',
    '/api/v1//sites',
    '/api/v1/Sites',
    '/api/v1/%73ites',
  ])('%s', async (path) => {
    const answer = await get(path);
    expect([answer.status, codeIn(answer)]).toEqual([404, 'not_found']);
  });
});

describe('405 method_not_allowed', () => {
  test.each([
    ['POST', '/api/v1/me', 'GET, HEAD'],
    ['OPTIONS', '/api/v1/me', 'GET, HEAD'],
    ['PUT', '/api/v1/sites', 'GET, HEAD, POST'],
    ['DELETE', '/api/v1/sites', 'GET, HEAD, POST'],
  ])('%s %s lists the allowed methods', async (method, path, allow) => {
    const answer = await call(server, method, path, { key });
    expect([answer.status, codeIn(answer), answer.headers.get('allow')]).toEqual([405, 'method_not_allowed', allow]);
  });

  test('lists the allowed methods of a site', async () => {
    const id = idIn(await send({ name: 'One' }));
    const answer = await call(server, 'POST', `/api/v1/sites/${id}`, { key, body: {} });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, PATCH, DELETE']);
  });
});

describe('410 gone', () => {
  test('a replay for a deleted resource', async () => {
    const headers = { 'idempotency-key': 'gone' };
    const id = idIn(await send({ name: 'Gone' }, headers));
    expect((await call(server, 'DELETE', `/api/v1/sites/${id}`, { key })).status).toBe(204);
    const answer = await send({ name: 'Gone' }, headers);
    expect([answer.status, codeIn(answer)]).toEqual([410, 'gone']);
    expect((await get(`/api/v1/sites/${id}`)).status).toBe(404);
  });
});

describe('413 too_large', () => {
  test('256 KiB are allowed, one byte more is not', async () => {
    expect((await send(ofSize(limit))).status).toBe(201);
    const answer = await send(ofSize(limit + 1));
    expect([answer.status, codeIn(answer)]).toEqual([413, 'too_large']);
    expect(answer.body).toMatchObject({ message: 'The request body is larger than 256 KiB.' });
  });

  const head = (lines: string) =>
    `POST /api/v1/sites HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n${lines}\r\n\r\n`;

  test('a declared length that is too large is refused before the body arrives', async () => {
    const socket = openSocket(server);
    const answer = readUntil(socket, /too_large/);
    socket.write(head(`Content-Length: ${limit + 1}`));
    expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  test('a body without a declared length is refused while the client still sends it', async () => {
    const socket = openSocket(server);
    const refused = readUntil(socket, /too_large/);
    socket.write(head('Transfer-Encoding: chunked'));
    const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`;
    for (let n = 0; n < 17; n++) socket.write(chunk);
    expect(await refused).toMatch(/^HTTP\/1\.1 413 /);

    // The connection stays usable: the rest of the body is discarded, and the next request is answered.
    const next = readAll(socket);
    for (let n = 0; n < 64; n++) socket.write(chunk);
    socket.write('0\r\n\r\n');
    socket.write(`GET /api/v1/me HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nConnection: close\r\n\r\n`);
    expect(await next).toMatch(/^HTTP\/1\.1 200 /);
  });

  test.each([
    ['a body that is too large', () => head('Transfer-Encoding: chunked\r\nConnection: close'), 413],
    [
      'the body of a request without a key',
      () => head('Transfer-Encoding: chunked\r\nConnection: close').replace('X-API', 'X'),
      401,
    ],
  ])('%s is read to its end before the connection closes, so that no reply is lost', async (_what, lines, status) => {
    const socket = openSocket(server);
    const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`;
    const refused = readUntil(socket, /"message"/);
    socket.write(lines());
    for (let n = 0; n < 17; n++) socket.write(chunk);
    expect(await refused).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    // Closing the connection with the reply would reset it during one of these writes.
    for (let n = 0; n < 20; n++) await writeBytes(socket, chunk);
    const rest = readAll(socket);
    socket.write('0\r\n\r\n');
    expect(await rest).toBe('');
  });

  test('a body that ends too early does not affect other requests', async () => {
    const socket = openSocket(server);
    socket.write(`${head('Content-Length: 100')}{"name":`);
    socket.end();
    await readAll(socket);
    expect((await get('/api/v1/me')).status).toBe(200);
  });
});

describe('415 unsupported_media_type', () => {
  test.each([
    ['text', { 'content-type': 'text/plain' }],
    ['no type', { 'content-type': '' }],
    ['a form instead of JSON', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['multipart', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['JSON of another kind', { 'content-type': 'application/json-patch+json' }],
    ['another charset', { 'content-type': 'application/json; charset=iso-8859-1' }],
    ['UTF-16', { 'content-type': 'application/json; charset="utf-16"' }],
    ['a compressed body', { 'content-encoding': 'gzip' }],
    ['an unknown encoding', { 'content-encoding': 'x-own' }],
  ])('%s', async (_what, headers) => {
    const answer = await send({ name: 'a' }, headers);
    expect([answer.status, codeIn(answer)]).toEqual([415, 'unsupported_media_type']);
  });

  test('compressed bodies are not decompressed', async () => {
    const answer = await send(gzipSync(Buffer.alloc(10_000_000)), { 'content-encoding': 'gzip' });
    expect(answer.status).toBe(415);
  });

  test.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset="UTF-8"',
    'application/json ; charset=utf8',
    'application/json; version=1',
  ])('%s is JSON', async (type) => {
    expect((await send({ name: 'a' }, { 'content-type': type })).status).toBe(201);
  });

  test('the encoding identity is not compressed', async () => {
    expect((await send({ name: 'a' }, { 'content-encoding': 'identity' })).status).toBe(201);
  });
});

describe('422 invalid', () => {
  test.each([
    ['nothing', {}, ['name']],
    ['no object', [], ['body']],
    ['null', null, ['body']],
    ['an unknown member', { name: 'a', colour: 'red' }, ['colour']],
    ['a member of a list', { name: 'a', origins: ['https://example.com', 'nonsense'] }, ['origins.1']],
    ['several faults', { name: 1, origins: {}, x: 1 }, ['name', 'origins', 'x']],
  ])('%s', async (_what, body, faults) => {
    const answer = await send(body === null ? 'null' : body);
    expect([answer.status, codeIn(answer)]).toEqual([422, 'invalid']);
    expect(faultsIn(answer).sort()).toEqual(faults);
  });

  test.each([
    ['/api/v1/me?x=1', ['x']],
    ['/api/v1/me?x', ['x']],
    ['/api/v1/sites?limit=1&limit=2', ['limit']],
    ['/api/v1/sites?limit=1&offset=2', ['offset']],
    ['/api/v1/sites?api_key=1', ['api_key']],
    ['/api/v1/sites?toString=1', ['toString']],
  ])('the query of %s', async (path, faults) => {
    const answer = await get(path);
    expect([answer.status, codeIn(answer), faultsIn(answer)]).toEqual([422, 'invalid', faults]);
  });

  test('a query on a creation is validated too, and nothing is created', async () => {
    const answer = await call(server, 'POST', '/api/v1/sites?dry_run=1', { key, body: { name: 'Never' } });
    expect([answer.status, faultsIn(answer)]).toEqual([422, ['dry_run']]);
    expect((await get('/api/v1/sites?limit=100')).text).not.toContain('Never');
  });

  test('an empty query is ignored', async () => {
    expect((await get('/api/v1/me?')).status).toBe(200);
  });
});

describe('503 unavailable', () => {
  test('an unavailable database leads to 503 with Retry-After, and never to 401', async () => {
    const away = await startServer();
    const raw = await (await createOwner(away.services)).key();
    await away.services.store.close();
    for (const [method, path] of [
      ['GET', '/api/v1/me'],
      ['GET', '/api/v1/nothing'],
      ['POST', '/api/v1/sites'],
      ['DELETE', '/api/v1/sites/1'],
    ] as const) {
      const answer = await call(away, method, path, { key: raw });
      expect([answer.status, codeIn(answer), answer.headers.get('retry-after')]).toEqual([503, 'unavailable', '1']);
    }
    await away.close();
  });
});

describe('HEAD', () => {
  test.each(['/api/v1/me', '/api/v1/sites', '/api/v1/sites/0', '/api/v1/nothing'])(
    '%s answers as GET does, without the body',
    async (path) => {
      const [head, whole] = [await call(server, 'HEAD', path, { key }), await get(path)];
      expect(head.status).toBe(whole.status);
      expect(head.text).toBe('');
      for (const name of ['content-type', 'content-length', 'cache-control']) {
        expect(head.headers.get(name)).toBe(whole.headers.get(name));
      }
    },
  );
});

describe('X-Request-Id', () => {
  test.each([
    ['GET', '/api/v1/me', 200],
    ['GET', '/api/v1/nothing', 404],
    ['POST', '/api/v1/polls/p/votes', 404],
    ['OPTIONS', '/api/v1/polls/p/votes', 204],
    ['GET', '/healthz', 200],
    ['GET', '/nothing', 404],
  ])('%s %s returns the ID of the caller', async (method, path, status) => {
    const answer = await call(server, method, path, { key, headers: { 'x-request-id': 'trace.7_a-B' } });
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([status, 'trace.7_a-B']);
  });

  test.each([undefined, '', 'x'.repeat(65), 'a b', 'a/b', 'a, b'])('%j is replaced by a new one', async (given) => {
    const headers: Record<string, string> = given === undefined ? {} : { 'x-request-id': given };
    const [one, two] = [await get('/api/v1/me', { headers }), await get('/api/v1/me', { headers })];
    expect(one.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9]{20}$/);
    expect(two.headers.get('x-request-id')).not.toBe(one.headers.get('x-request-id'));
  });
});

describe('unusual requests', () => {
  const ask = (line: string, lines = ''): Promise<string> =>
    sendRaw(server, `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-API-Key: ${key}\r\n${lines}\r\n`);

  test.each(
    [
      ['GET http://example.com/api/v1/me', 200],
      ['GET https://user@example.com:1/api/v1/me?', 200],
      ['GET http://example.com/api/v1/nothing', 404],
      ['GET http://example.com?x=/api/v1/me', 200],
      ['GET /api/v1/me#fragment', 200],
      ['OPTIONS *', 404],
      ['GET /%', 404],
      ['GET /%00', 404],
      ['GET /api/v1/../v1/me', 404],
      ['GET /api/v1/./me', 404],
      ['GET /api/v1/me;x=1', 404],
      ['GET /api/v1%2fme', 404],
      ['GET /\\api\\v1\\me', 404],
      [`GET /api/v1/${'x'.repeat(8_000)}`, 404],
      [`GET /api/v1/${'a/'.repeat(4_000)}`, 404],
      [`GET /api/v1/me?${'x'.repeat(8_000)}`, 422],
      [`GET /api/v1/sites?cursor=${'x'.repeat(8_000)}`, 422],
      [`GET /api/v1/${'x'.repeat(20_000)}`, 431],
    ].map(([line, status]) => ({ line: String(line), status, start: String(line).slice(0, 40) })),
  )('$start is answered $status', async ({ line, status }) => {
    expect(await ask(line)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  test.each([
    { what: 'many headers', lines: 'X-A: b\r\n'.repeat(900), status: 200 },
    { what: 'a long header', lines: `X-A: ${'b'.repeat(12_000)}\r\n`, status: 200 },
    { what: 'a header that is too long', lines: `X-A: ${'b'.repeat(20_000)}\r\n`, status: 431 },
    { what: '8 KB of forwarded addresses', lines: `X-Forwarded-For: ${'10.0.0.1, '.repeat(800)}\r\n`, status: 200 },
    { what: 'an accept that nothing meets', lines: 'Accept: */*;q=0\r\n', status: 200 },
    { what: 'a range', lines: 'Range: bytes=0-1\r\n', status: 200 },
  ])('$what: $status', async ({ lines, status }) => {
    expect(await ask('GET /api/v1/me', lines)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });
});
