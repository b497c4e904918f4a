import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { startServer } from '../../test/support/server.js';

const pages = ['/', '/login', '/dashboard', '/polls/aaaaaaaaaaaaaaaaaaaa', '/healthz', '/no-such-page'];
const header = 'strict-transport-security';

async function sent(url: string, path: string): Promise<string | null> {
  return (await fetch(url + path, { redirect: 'manual' })).headers.get(header);
}

test('pages are for https alone for a year where baseUrl is https', async () => {
  const server = await startServer({ baseUrl: 'https://polls.example.com', basePath: '/' });
  for (const path of pages) expect([path, await sent(server.url, path)]).toEqual([path, 'max-age=31536000']);
  expect(await sent(server.url, '/api/v1/me')).toBeNull();
  await server.close();
});

test.each([[undefined], ['http://localhost:3000']])('nothing is said with a baseUrl of %j', async (baseUrl) => {
  const server = await startServer({ baseUrl });
  for (const path of pages) expect([path, await sent(server.url, path)]).toEqual([path, null]);
  await server.close();
});

test("a host's own header stays", async () => {
  const server = await startServer({ baseUrl: 'https://polls.example.com', basePath: '/' });
  const own = 'max-age=63072000; includeSubDomains; preload';
  const host = createServer((request, response) => {
    response.setHeader('Strict-Transport-Security', own);
    server.askwell.node(request, response);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  expect(await sent(`http://127.0.0.1:${port}`, '/login')).toBe(own);
  host.closeAllConnections();
  await new Promise((resolve) => host.close(resolve));
  await server.close();
});
