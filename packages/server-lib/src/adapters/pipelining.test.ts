import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDeferred } from '../../test/support/deferred.js';
import { open, readUntil, sendRaw } from '../../test/support/raw.js';

/** Requests are counted by the module: each test has its own. */
type Pipelining = typeof import('./pipelining.js');
let startInOrder: Pipelining['startInOrder'];
let maxWaiting: Pipelining['maxWaiting'];
beforeEach(async () => {
  vi.resetModules();
  ({ startInOrder, maxWaiting } = await import('./pipelining.js'));
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

describe('of the requests of one connection', () => {
  test('one is in work at a time, and all are answered in their order', async () => {
    let inWork = 0;
    let most = 0;
    const at = await listen((request, response) => {
      startInOrder(request, response, async () => {
        most = Math.max(most, ++inWork);
        await new Promise(setImmediate);
        inWork--;
        response.end(`<${request.url}>`);
      });
    });
    const names = Array.from({ length: 100 }, (_, number) => String(number));
    const text = await sendRaw(at, names.map((name) => get(name, name === '99' ? 'close' : 'keep-alive')).join(''));
    expect(text.match(/<[^>]*>/g)).toEqual(names.map((name) => `</${name}>`));
    expect(most).toBe(1);
  });

  test('nothing more is read while one is in work and others wait', async () => {
    const release = createDeferred<void>();
    let reading: Socket | undefined;
    const at = await listen((request, response) => {
      reading = request.socket;
      startInOrder(request, response, () => void release.promise.then(() => response.end('done')));
    });
    const socket = open(at);
    socket.write(get('1') + get('2'));
    await expect.poll(() => reading?.isPaused()).toBe(true);
    const before = reading?.bytesRead;
    await new Promise((resolve) => socket.write(get('3').repeat(20), resolve));
    // A request on another connection is answered by a loop that has had time to read from this one.
    await new Promise((resolve) => setImmediate(resolve));
    expect(reading?.bytesRead).toBe(before);
    release.resolve();
    await readUntil(socket, /(?:done[\s\S]*){22}/);
    socket.destroy();
  });

  test('so many may wait that no client needs more; with one more the connection is closed', async () => {
    const started: (string | undefined)[] = [];
    const at = await listen((request, response) => startInOrder(request, response, () => started.push(request.url)));
    const patient = open(at);
    patient.write(get('patient').repeat(1 + maxWaiting.perConnection));
    const greedy = open(at);
    greedy.on('error', () => {});
    greedy.write(get('greedy').repeat(2 + maxWaiting.perConnection));
    await closed(greedy);
    expect(patient.destroyed).toBe(false);
    // Those that waited are never started.
    expect(started.filter((url) => url === '/greedy').length).toBeLessThanOrEqual(1);
    patient.destroy();
  });

  test('fewer may wait where many wait on other connections', async () => {
    const at = await listen((request, response) => startInOrder(request, response, () => {}));
    const { total, perConnection } = maxWaiting;
    const others = Array.from({ length: Math.ceil(total / perConnection) }, () => open(at));
    others.forEach((socket, number) => {
      socket.write(get('other').repeat(1 + Math.min(perConnection, total - number * perConnection)));
    });
    const connections = () => new Promise((resolve) => server?.getConnections((_, count) => resolve(count)));
    await expect.poll(connections).toBe(others.length);
    const modest = open(at);
    modest.write(get('modest').repeat(1 + maxWaiting.guaranteed));
    const greedy = open(at);
    greedy.on('error', () => {});
    greedy.write(get('greedy').repeat(2 + maxWaiting.guaranteed));
    await closed(greedy);
    expect(modest.destroyed).toBe(false);
    for (const socket of [...others, modest]) socket.on('error', () => {});
    server?.closeAllConnections();
    // What waited is forgotten with its connection.
    await expect.poll(connections).toBe(0);
    const next = open(at);
    next.write(get('next').repeat(1 + maxWaiting.perConnection));
    await expect.poll(connections).toBe(1);
    expect(next.destroyed).toBe(false);
    next.destroy();
  });
});
