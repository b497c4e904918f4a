import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallOptions, call } from '../support/http/http-client.js';
import { sendRaw } from '../support/http/raw-socket.js';
import { createOwner } from '../support/servers/create-owner.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';

let server: SocketServer;
let key: string;
beforeAll(async () => {
  server = await startServer();
  key = await (await createOwner(server.services)).key();
});
afterAll(() => server.close());

const get = (path: string, options: CallOptions = {}) => call(server, 'GET', path, { key, ...options });

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
