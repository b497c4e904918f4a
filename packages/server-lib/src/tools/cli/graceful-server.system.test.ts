import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSocket, readAll, readUntil } from '../../../test/support/http/raw-socket.js';
import { GracefulServer } from './graceful-server.js';
import { listen } from './listen.js';

let server: GracefulServer;
let url: string;
let sockets: Socket[];

/** Requests that wait for the test to answer them. */
let taken: { request: IncomingMessage; response: ServerResponse }[];

async function start(options = {}): Promise<void> {
  server = new GracefulServer({ keepAliveTimeout: 60_000 }, options);
  server.http.on('request', (request, response) => {
    if (request.url === '/now') response.end('now');
    else taken.push({ request, response });
  });
  url = `http://127.0.0.1:${await listen(server.http, 0, '127.0.0.1')}`;
}

function connect(): Socket {
  const socket = openSocket({ url });
  socket.on('error', () => {});
  sockets.push(socket);
  return socket;
}

async function ask(socket: Socket, path: string): Promise<void> {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  if (path === '/now') await readUntil(socket, /now$/);
}

async function takenRequest(): Promise<{ request: IncomingMessage; response: ServerResponse }> {
  for (;;) {
    const next = taken.shift();
    if (next) return next;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Opens an idle connection. When it ends, the server has checked for idle connections. */
async function sweptWitness(): Promise<{ ended: Promise<unknown> }> {
  const witness = connect();
  await ask(witness, '/now');
  return { ended: once(witness, 'close') };
}

beforeEach(() => {
  taken = [];
  sockets = [];
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close();
});

test('closes immediately without connections', async () => {
  await start({ linger: 60_000 });
  await server.close();
  await server.close();
  expect(server.http.listening).toBe(false);
});

test('finishes a running request, with Connection: close', async () => {
  await start({ linger: 5 });
  const socket = connect();
  const answer = readAll(socket);
  await ask(socket, '/later');
  const { response } = await takenRequest();
  const closed = server.close();
  response.writeHead(200, ['content-length', '4']);
  response.end('done');
  expect(await answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*connection: close\r\n[\s\S]*done$/i);
  await closed;
});

test('ends idle connections and accepts no new ones', async () => {
  await start({ linger: 5 });
  const socket = connect();
  await ask(socket, '/now');
  const ended = once(socket, 'close');
  await server.close();
  await ended;
  const [error] = await once(connect(), 'error');
  expect(error).toMatchObject({ code: 'ECONNREFUSED' });
});

test('ends connections without any request', async () => {
  await start({ linger: 5 });
  const accepted = once(server.http, 'connection');
  connect();
  await accepted;
  await server.close();
});

test('answers a request on an open connection while it closes', async () => {
  await start({ linger: 60_000 });
  const socket = connect();
  await ask(socket, '/now');
  const closed = server.close();
  const answer = readAll(socket);
  socket.write('GET /now HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(await answer).toMatch(/connection: close\r\n[\s\S]*now$/i);
  await closed;
});

test('waits for a request whose headers are incomplete', async () => {
  await start({ linger: 5 });
  const accepted = once(server.http, 'connection');
  const socket = connect();
  const [serverSide]: Socket[] = await accepted;
  await ask(socket, '/now');
  const idle = serverSide?.bytesRead;
  const swept = await sweptWitness();
  const answer = readAll(socket);
  socket.write('GET /now HTTP/1.1\r\nHo');
  while (serverSide?.bytesRead === idle) await new Promise((resolve) => setImmediate(resolve));
  const closed = server.close();
  await swept.ended;
  socket.write('st: x\r\n\r\n');
  expect(await answer).toMatch(/now$/);
  await closed;
});

test('does not cut off a long response to a slow client', async () => {
  await start({ linger: 5 });
  const swept = await sweptWitness();
  const socket = connect();
  socket.pause();
  await ask(socket, '/later');
  const { response } = await takenRequest();
  const size = 30_000_000;
  response.writeHead(200, ['content-length', String(size)]);
  response.end(Buffer.alloc(size, 'x'));
  const closed = server.close();
  await swept.ended;
  const answer = await readAll(socket);
  expect(answer.length - answer.indexOf('\r\n\r\n') - 4).toBe(size);
  await closed;
});

test('ends remaining connections after the grace period', async () => {
  await start({ linger: 5, grace: 20 });
  const socket = connect();
  const answer = readAll(socket);
  await ask(socket, '/stuck');
  await takenRequest();
  await server.close();
  expect(await answer).toBe('');
});
