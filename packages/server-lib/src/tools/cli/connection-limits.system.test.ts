import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { silentLogger } from '../../base/logger.js';
import { type ConnectionLimitOptions, limitConnections } from './connection-limits.js';

const sockets: Socket[] = [];
let server: Server | undefined;
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server?.closeAllConnections();
  server?.close();
});

const warn = vi.fn();
let listeningSince = 0;
const limits = { inAll: 100, perClient: 100, trustProxy: [], logger: { ...silentLogger, warn } };

/** A server whose connections seem to come from `address`. */
async function listen(options: Partial<ConnectionLimitOptions>, address?: string): Promise<number> {
  warn.mockClear();
  listeningSince = performance.now();
  server = createServer();
  if (address !== undefined) {
    server.on('connection', (socket) => Object.defineProperty(socket, 'remoteAddress', { value: address }));
  }
  limitConnections(server, { ...limits, ...options });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Opens connections one after the other, and returns how many the server has left open. */
async function open(port: number, count: number): Promise<number> {
  const opened: Promise<boolean>[] = [];
  for (let at = 0; at < count; at++) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    opened.push(Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)]));
  }
  return (await Promise.all(opened)).filter(Boolean).length;
}

/** Expects a warning about closed connections, and no more than one a second since `listen`. */
function expectWarnings(): void {
  const seconds = (performance.now() - listeningSince) / 1_000;
  expect(warn).toHaveBeenCalled();
  expect(warn.mock.calls.length).toBeLessThanOrEqual(1 + Math.floor(seconds));
}

const answering = () => server?.on('request', (_request, response) => response.end('ok'));

describe('connections', () => {
  test('are limited in total', async () => {
    const port = await listen({ inAll: 3 });
    answering();
    expect(await open(port, 5)).toBe(3);
    expectWarnings();
  });

  test('are limited for each client, and closing a connection allows another one', async () => {
    const port = await listen({ perClient: 2 }, '203.0.113.7');
    answering();
    expect(await open(port, 4)).toBe(2);
    expectWarnings();
    sockets[0]?.destroy();
    const connections = () => new Promise((resolve) => server?.getConnections((_, count) => resolve(count)));
    await expect.poll(connections).toBe(1);
    expect(await open(port, 1)).toBe(1);
  });

  test.each([
    ['this machine', '127.0.0.1', []],
    ['this machine by IPv6', '::1', []],
    ['a trusted proxy', '203.0.113.7', ['203.0.113.0/24']],
  ])('of %s are limited in all only', async (_, address, trustProxy) => {
    const port = await listen({ perClient: 2, trustProxy }, address);
    answering();
    expect(await open(port, 4)).toBe(4);
    expect(warn).not.toHaveBeenCalled();
  });
});
