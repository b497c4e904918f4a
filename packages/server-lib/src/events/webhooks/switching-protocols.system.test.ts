import { createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startServer } from '../../../test/support/servers/start-server.js';

const sockets = new Set<Socket>();
const receiver = createServer((socket) => {
  sockets.add(socket);
  socket
    .on('error', () => {})
    .once('data', () => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n');
    });
});
afterEach(() => {
  receiver.close();
  for (const socket of sockets) socket.destroy();
});

test('a receiver that switches the protocol fails its deliveries, and does not keep the service from stopping', async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = receiver.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
  const server = await startServer({ webhooks: { allowHttp: true, allowedAddresses: ['127.0.0.1'] } });
  const owner = await createOwner(server.services);
  const key = await owner.key();
  const created = await call(server, 'POST', '/api/v1/webhooks', { key, body: { url } });
  const tested = await call(server, 'POST', `/api/v1/webhooks/${created.id('data.id')}/test`, { key });
  expect(tested.at('data')).toMatchObject({ status: 'failed', attempts: 1, response_status: 101, problem: null });
  await server.askwell.polls.create(owner.session.account, { title: 'Lunch?', options: ['Soup', 'Salad'] });
  await server.close();
});
