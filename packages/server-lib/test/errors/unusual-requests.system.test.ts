import { describe, expect, test } from 'vitest';
import { sendRaw } from '../support/http/raw-socket.js';
import { startServer } from '../support/servers/start-server.js';
import { useKeyedServer } from './keyed-server.js';

const keyed = useKeyedServer(startServer);

describe('unusual requests', () => {
  const ask = (line: string, lines = ''): Promise<string> =>
    sendRaw(
      keyed.server,
      `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-API-Key: ${keyed.key}\r\n${lines}\r\n`,
    );

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
