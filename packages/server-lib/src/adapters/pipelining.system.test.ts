import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDeferred } from '../../test/support/deferred.js';
import { openSocket, readUntil, sendRaw } from '../../test/support/http/raw-socket.js';
import { createPipelining, maxWaiting } from './pipelining.js';

let { startInOrder } = createPipelining();
beforeEach(() => {
  ({ startInOrder } = createPipelining());
});

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function listen(listener: RequestListener): Promise<{ url: string }> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}` };
}

const get = (path: string, connection = 'keep-alive') =>
  `GET /${path} HTTP/1.1\r\nhost: a\r\nconnection: ${connection}\r\n\r\n`;

const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

describe('pipelined requests', () => {
  test('run one at a time, and the responses are sent in order', async () => {
    let running = 0;
    let maxRunning = 0;
    const at = await listen((request, response) => {
      startInOrder(request, response, async () => {
        maxRunning = Math.max(maxRunning, ++running);
        await new Promise(setImmediate);
        running--;
        response.end(`<${request.url}>`);
      });
    });
    const names = Array.from({ length: 100 }, (_, number) => String(number));
    const text = await sendRaw(at, names.map((name) => get(name, name === '99' ? 'close' : 'keep-alive')).join(''));
    expect(text.match(/<[^>]*>/g)).toEqual(names.map((name) => `</${name}>`));
    expect(maxRunning).toBe(1);
  });

  test('stop the connection from being read while others wait', async () => {
    const release = createDeferred<void>();
    let serverSocket: Socket | undefined;
    const at = await listen((request, response) => {
      serverSocket = request.socket;
      startInOrder(request, response, () => void release.promise.then(() => response.end('done')));
    });
    const socket = openSocket(at);
    socket.write(get('1') + get('2'));
    await expect.poll(() => serverSocket?.isPaused()).toBe(true);
    const before = serverSocket?.bytesRead;
    await new Promise((resolve) => socket.write(get('3').repeat(20), resolve));
    // The server has had a turn of the event loop in which it could have read.
    await new Promise((resolve) => setImmediate(resolve));
    expect(serverSocket?.bytesRead).toBe(before);
    release.resolve();
    await readUntil(socket, /(?:done[\s\S]*){22}/);
    socket.destroy();
  });

  test('close the connection if more wait than allowed per connection', async () => {
    const started: (string | undefined)[] = [];
    const at = await listen((request, response) => startInOrder(request, response, () => started.push(request.url)));
    const allowed = openSocket(at);
    allowed.write(get('allowed').repeat(1 + maxWaiting.perConnection));
    const excessive = openSocket(at);
    excessive.on('error', () => {});
    excessive.write(get('excessive').repeat(2 + maxWaiting.perConnection));
    await closed(excessive);
    expect(allowed.destroyed).toBe(false);
    // The waiting requests are never started.
    expect(started.filter((url) => url === '/excessive').length).toBeLessThanOrEqual(1);
    allowed.destroy();
  });

  test('may wait in smaller numbers while many wait on other connections', async () => {
    let requests = 0;
    const at = await listen((request, response) => {
      requests++;
      startInOrder(request, response, () => {});
    });
    const { total, perConnection } = maxWaiting;
    const others = Array.from({ length: Math.ceil(total / perConnection) }, () => openSocket(at));
    others.forEach((socket, number) => {
      socket.write(get('other').repeat(1 + Math.min(perConnection, total - number * perConnection)));
    });
    await expect.poll(() => requests).toBe(others.length + total);
    const guaranteed = openSocket(at);
    guaranteed.write(get('guaranteed').repeat(1 + maxWaiting.guaranteed));
    const excessive = openSocket(at);
    excessive.on('error', () => {});
    excessive.write(get('excessive').repeat(2 + maxWaiting.guaranteed));
    await closed(excessive);
    expect(guaranteed.destroyed).toBe(false);
    for (const socket of [...others, guaranteed]) socket.on('error', () => {});
    const connections = () => new Promise((resolve) => server?.getConnections((_, count) => resolve(count)));
    server?.closeAllConnections();
    // Waiting requests stop counting when their connection closes.
    await expect.poll(connections).toBe(0);
    const next = openSocket(at);
    next.write(get('next').repeat(1 + maxWaiting.perConnection));
    await expect.poll(connections).toBe(1);
    expect(next.destroyed).toBe(false);
    next.destroy();
  });
});
