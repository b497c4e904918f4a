import { createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { limitQueries } from '../../src/db/postgres/limit-queries.js';

const sockets = new Set<Socket>();
const server = createServer((socket) => {
  sockets.add(socket);
  // Sends something from time to time, so that the connection is never idle.
  const timer = setInterval(() => socket.write('x'), 100);
  socket.on('error', () => {}).on('close', () => clearInterval(timer));
});
afterEach(() => {
  server.close();
  for (const socket of sockets) socket.destroy();
});

test('a query fails at its timeout, even if the request to cancel it never completes', async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const client = {
    processID: 1,
    secretKey: 2,
    host: '127.0.0.1',
    port: typeof address === 'object' ? address?.port : 0,
    query: () => new Promise<never>(() => {}),
    release() {},
    on() {},
    removeListener() {},
  };
  await expect(limitQueries(client, 10).query({ text: 'select 1' })).rejects.toMatchObject({
    name: 'StoreError',
    message: 'PostgreSQL did not reply within 10 ms.',
  });
  expect(sockets.size).toBe(1);
});
