import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { sendRaw } from '../../test/support/raw.js';
import { createAskwell } from '../askwell.js';

test('requests that come in one turn stay apart in what the host keeps of each', async () => {
  const users = new AsyncLocalStorage<string>();
  const session = () => {
    const id = users.getStore();
    return id ? { id, name: id, email: `${id}@example.com` } : null;
  };
  const askwell = createAskwell({ database: ':memory:', session });
  const server = createServer((request, response) => {
    users.run(String(request.headers['x-user']), () => askwell.node(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const get = (user: string, connection: string) =>
    `GET /register HTTP/1.1\r\nhost: a\r\nx-user: ${user}\r\nconnection: ${connection}\r\n\r\n`;
  const pages = await sendRaw({ url: `http://127.0.0.1:${port}` }, get('first', 'keep-alive') + get('second', 'close'));
  expect(pages.match(/\w+@example\.com/g)).toEqual(['first@example.com', 'second@example.com']);

  await new Promise((resolve) => server.close(resolve));
  await askwell.close();
});
