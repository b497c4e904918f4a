import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeferred, type Deferred } from '../../test/support/deferred.js';
import { open } from '../../test/support/raw.js';
import { readNodeBody } from './node-body.js';

/** What reading the body of the next request comes to. */
let outcome: Deferred<string>;
let prepare: (request: IncomingMessage) => Promise<unknown>;
const server = createServer(async (request, response) => {
  await prepare(request);
  const read = await readNodeBody(request, 1024).then(
    (bytes) => Buffer.from(bytes).toString(),
    (error: Error) => error.message,
  );
  outcome.resolve(read);
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

/** Asks with a body that the host has done something to. */
async function readAfter(body: string, type: string, preparing: typeof prepare): Promise<string> {
  outcome = createDeferred();
  prepare = preparing;
  await fetch(url, { method: 'POST', body, headers: { 'content-type': type } });
  return outcome.promise;
}

/** What a parser does: it reads the stream and leaves something else. */
const leaving =
  (left: object): typeof prepare =>
  async (request) => {
    request.resume();
    await once(request, 'end');
    Object.assign(request, left);
  };

test('an untouched body is read as it comes', async () => {
  expect(await readAfter('{"a":1}', 'text/plain', async () => {})).toBe('{"a":1}');
});

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Until all of a request is here. */
async function arrival(request: IncomingMessage): Promise<void> {
  while (!request.complete) await nextTurn();
}

test.each([
  ['is taken at once', '{"a":1}', '{"a":1}'],
  ['is refused when it is too much', 'x'.repeat(1025), 'The request body is larger than 1 KiB.'],
  ['is nothing where nothing was sent', '', ''],
])('a body that is all here %s', async (_what, body, expected) => {
  const arrived: typeof prepare = async (request) => {
    await arrival(request);
    // Its length is not told beforehand.
    request.headers['content-length'] = undefined;
  };
  expect(await readAfter(body, 'text/plain', arrived)).toBe(expected);
});

test.each([
  ['as it comes', () => {}],
  ['all at once', arrival],
])('a stream that the host has made to give texts is read %s, as bytes', async (_what, waiting) => {
  const giving: typeof prepare = async (request) => {
    request.setEncoding('utf8');
    await waiting(request);
    request.headers['content-length'] = undefined;
  };
  expect(await readAfter('{"a":"ä"}', 'text/plain', giving)).toBe('{"a":"ä"}');
  expect(await readAfter('ä'.repeat(513), 'text/plain', giving)).toBe('The request body is larger than 1 KiB.');
});

const formType = 'application/x-www-form-urlencoded';

test.each([
  ['bytes', { body: Buffer.from('left') }, 'left'],
  ['text', { body: 'left' }, 'left'],
  ['an object', { body: { a: [1, 'ä', null] } }, '{"a":[1,"ä",null]}'],
  ['a number', { body: 5 }, '5'],
  ['raw bytes beside an object', { rawBody: Buffer.from('raw'), body: { a: 1 } }, 'raw'],
  ['nothing', {}, 'The request body was already read by the host app. Mount Askwell before its body parser.'],
  ['null', { body: null }, 'The request body was already read by the host app. Mount Askwell before its body parser.'],
  ['what can not be written', { body: () => {} }, ''],
  ['too much', { body: 'x'.repeat(1025) }, 'The request body is larger than 1 KiB.'],
])('of a parser that leaves %s, that is taken', async (_what, left, expected) => {
  expect(await readAfter('sent', 'application/json', leaving(left))).toBe(expected);
});

test.each([
  [{ a: '1', b: ['2', '3'] }, 'a=1&b=2&b=3'],
  [{ 'a b': 'c&d=ä' }, 'a+b=c%26d%3D%C3%A4'],
  [{ a: { b: { c: '1' } } }, 'a%5Bb%5D%5Bc%5D=1'],
  [{ a: [{ b: '1' }] }, 'a%5Bb%5D=1'],
  [{ a: null }, 'a='],
  [{}, ''],
])('fields left as %j are written as %s', async (body, expected) => {
  expect(await readAfter('sent', formType, leaving({ body }))).toBe(expected);
  expect(await readAfter('sent', `${formType}; charset=utf-8`.toUpperCase(), leaving({ body }))).toBe(expected);
});

test.each([
  ['before it is read', (request: IncomingMessage) => new Promise((resolve) => request.once('close', resolve))],
  ['while it is read', async () => {}],
])('of a client that goes away %s, nothing is waited for', async (_when, preparing) => {
  outcome = createDeferred();
  prepare = async (request) => {
    request.on('error', () => {});
    socket.destroy();
    await preparing(request);
  };
  const socket = open({ url });
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\nhalf');
  expect(await outcome.promise).toBe('The connection closed before the request body was complete.');
});
