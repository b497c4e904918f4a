import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeferred, type Deferred } from '../../test/support/deferred.js';
import { openSocket } from '../../test/support/http/raw-socket.js';
import { readNodeBody } from './node-body.js';
import { createBodyBudget, PendingBody } from './pending-body.js';

/** The body of the next request, or the message of the error. */
let outcome: Deferred<string>;
let prepare: (request: IncomingMessage) => Promise<unknown>;
const server = createServer(async (request, response) => {
  await prepare(request);
  try {
    const bytes = await readNodeBody(request, 1024, new PendingBody(1024, createBodyBudget()));
    outcome.resolve(Buffer.from(bytes).toString());
  } catch (error) {
    outcome.resolve(error instanceof Error ? error.message : String(error));
  }
  response.end();
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Sends a body and returns the outcome of reading it after the host has prepared the request. */
async function readAfter(body: string, type: string, prepareRequest: typeof prepare): Promise<string> {
  outcome = createDeferred();
  prepare = prepareRequest;
  await fetch(url, { method: 'POST', body, headers: { 'content-type': type } });
  return outcome.promise;
}

/** Acts like a body parser: reads the stream and stores its result in the request. */
const parsedAs =
  (parsed: object): typeof prepare =>
  async (request) => {
    request.resume();
    await once(request, 'end');
    Object.assign(request, parsed);
  };

test('reads a body as it arrives', async () => {
  expect(await readAfter('{"a":1}', 'text/plain', async () => {})).toBe('{"a":1}');
});

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Waits until a request has arrived completely. */
async function complete(request: IncomingMessage): Promise<void> {
  while (!request.complete) await nextTurn();
}

test.each([
  ['is read', '{"a":1}', '{"a":1}'],
  ['is refused if it is too large', 'x'.repeat(1025), 'The request body is larger than 1 KiB.'],
  ['is empty if nothing was sent', '', ''],
])('a body that has arrived completely %s', async (_case, body, expected) => {
  const waitUntilComplete: typeof prepare = async (request) => {
    await complete(request);
    // Without the header, the size is only known after reading.
    request.headers['content-length'] = undefined;
  };
  expect(await readAfter(body, 'text/plain', waitUntilComplete)).toBe(expected);
});

test.each([
  ['as it arrives', () => {}],
  ['after it has arrived', complete],
])('reads a stream of strings as bytes, %s', async (_case, wait) => {
  const setEncoding: typeof prepare = async (request) => {
    request.setEncoding('utf8');
    await wait(request);
    request.headers['content-length'] = undefined;
  };
  expect(await readAfter('{"a":"ä"}', 'text/plain', setEncoding)).toBe('{"a":"ä"}');
  expect(await readAfter('ä'.repeat(513), 'text/plain', setEncoding)).toBe('The request body is larger than 1 KiB.');
});

const formType = 'application/x-www-form-urlencoded';

test.each([
  ['bytes', { body: Buffer.from('left') }, 'left'],
  ['text', { body: 'left' }, 'left'],
  ['an object', { body: { a: [1, 'ä', null] } }, '{"a":[1,"ä",null]}'],
  ['a number', { body: 5 }, '5'],
  ['raw bytes and an object', { rawBody: Buffer.from('raw'), body: { a: 1 } }, 'raw'],
  ['nothing', {}, 'The request body was already read by the host app. Mount Askwell before its body parser.'],
  ['null', { body: null }, 'The request body was already read by the host app. Mount Askwell before its body parser.'],
  ['a value without JSON', { body: () => {} }, ''],
  ['a text that is too large', { body: 'x'.repeat(1025) }, 'The request body is larger than 1 KiB.'],
])('reads the result of a body parser: %s', async (_case, parsed, expected) => {
  expect(await readAfter('sent', 'application/json', parsedAs(parsed))).toBe(expected);
});

test.each([
  [{ a: '1', b: ['2', '3'] }, 'a=1&b=2&b=3'],
  [{ 'a b': 'c&d=ä' }, 'a+b=c%26d%3D%C3%A4'],
  [{ a: { b: { c: '1' } } }, 'a%5Bb%5D%5Bc%5D=1'],
  [{ a: [{ b: '1' }] }, 'a%5Bb%5D=1'],
  [{ a: null }, 'a='],
  [{}, ''],
])('serializes the parsed fields %j as %s', async (body, expected) => {
  expect(await readAfter('sent', formType, parsedAs({ body }))).toBe(expected);
  expect(await readAfter('sent', `${formType}; charset=utf-8`.toUpperCase(), parsedAs({ body }))).toBe(expected);
});

test.each([
  ['before it is read', (request: IncomingMessage) => new Promise((resolve) => request.once('close', resolve))],
  ['while it is read', async () => {}],
])('fails if the client disconnects %s', async (_case, waitForDisconnect) => {
  outcome = createDeferred();
  prepare = async (request) => {
    request.on('error', () => {});
    socket.destroy();
    await waitForDisconnect(request);
  };
  const socket = openSocket({ url });
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\nhalf');
  expect(await outcome.promise).toBe('The connection closed before the request body was complete.');
});
