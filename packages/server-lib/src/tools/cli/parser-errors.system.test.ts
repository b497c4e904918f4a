import { once } from 'node:events';
import { createServer, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { openSocket, readAll, readUntil, sendRaw } from '../../../test/support/http/raw-socket.js';
import { listen } from './listen.js';
import { formatParserErrors } from './parser-errors.js';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function start(options: ServerOptions = {}, answer = (_: ServerResponse): void => {}): Promise<{ url: string }> {
  server = createServer(options, (_, response) => answer(response));
  formatParserErrors(server);
  return { url: `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}` };
}

/** Parses the bytes of a reply. */
function parse(reply: string) {
  const [head = '', body = ''] = reply.split('\r\n\r\n');
  const [statusLine, ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(': ')));
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': String(body.length),
    connection: 'close',
    date: expect.stringMatching(/ gmt$/),
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^[a-z0-9]{20}$/),
  });
  return { statusLine, body: JSON.parse(body) };
}

test('bytes that are not HTTP are malformed', async () => {
  expect(parse(await sendRaw(await start(), 'HELLO\r\n\r\n'))).toEqual({
    statusLine: 'HTTP/1.1 400 Bad Request',
    body: { message: 'The request could not be parsed.', code: 'malformed' },
  });
});

test('headers that are too large are too_large', async () => {
  const target = await start({ maxHeaderSize: 1_000 });
  expect(parse(await sendRaw(target, `GET / HTTP/1.1\r\nHost: x\r\na: ${'x'.repeat(2_000)}\r\n\r\n`))).toEqual({
    statusLine: 'HTTP/1.1 431 Request Header Fields Too Large',
    body: { message: 'The request headers are too large.', code: 'too_large' },
  });
});

test('a request that does not arrive in time gets 408', async () => {
  const target = await start({ headersTimeout: 20, requestTimeout: 20, connectionsCheckingInterval: 5 });
  expect(parse(await sendRaw(target, 'GET / HTTP/1.1\r\nHost: x\r\n'))).toEqual({
    statusLine: 'HTTP/1.1 408 Request Timeout',
    body: { message: 'The request took too long to arrive.', code: 'malformed' },
  });
});

const expecting = (id: string): string => `GET / HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nX-Request-Id: ${id}\r\n\r\n`;

test('an unsupported Expect header gets 417', async () => {
  expect(parse(await sendRaw(await start(), expecting('not/one')))).toEqual({
    statusLine: 'HTTP/1.1 417 Expectation Failed',
    body: { message: 'Unsupported `Expect` header. Only `100-continue` is supported.', code: 'malformed' },
  });
});

test('the request ID of the caller is returned if the headers were parsed', async () => {
  expect(await sendRaw(await start(), expecting('mine-1'))).toContain('\r\nx-request-id: mine-1\r\n');
});

const chunked = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';

test('a body with an invalid chunk is malformed if no response has begun', async () => {
  const target = await start();
  const requested = once(server, 'request');
  const socket = openSocket(target);
  const reply = readAll(socket);
  socket.write(chunked);
  await requested;
  socket.write('nonsense\r\n');
  expect(parse(await reply).statusLine).toBe('HTTP/1.1 400 Bad Request');
});

test('a response that has begun is cut off without a second one', async () => {
  const target = await start({}, (response) => void response.writeHead(200, { 'content-length': 100 }).write('begun'));
  const socket = openSocket(target);
  socket.write(chunked);
  await readUntil(socket, /begun$/);
  const rest = readAll(socket);
  socket.write('nonsense\r\n');
  expect(await rest).toBe('');
});
