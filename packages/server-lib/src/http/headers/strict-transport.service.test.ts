import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { startService } from '../../../test/support/servers/start-service.js';

const pages = ['/', '/login', '/dashboard', '/polls/aaaaaaaaaaaaaaaaaaaa', '/healthz', '/no-such-page'];
const header = 'strict-transport-security';

async function headerOf(url: string, path: string): Promise<string | null> {
  return (await fetch(url + path, { redirect: 'manual' })).headers.get(header);
}

test('pages send Strict-Transport-Security for a year if baseUrl is https', async () => {
  const server = await startService({ baseUrl: 'https://polls.example.com', basePath: '/' });
  for (const path of pages) expect([path, await headerOf(server.url, path)]).toEqual([path, 'max-age=31536000']);
  expect(await headerOf(server.url, '/api/v1/me')).toBeNull();
  await server.close();
});

test.each([[undefined], ['http://localhost:3000']])(
  'pages send no Strict-Transport-Security with the baseUrl %j',
  async (baseUrl) => {
    const server = await startService({ baseUrl });
    for (const path of pages) expect([path, await headerOf(server.url, path)]).toEqual([path, null]);
    await server.close();
  },
);

test("keeps the host's own Strict-Transport-Security", async () => {
  const server = await startService({ baseUrl: 'https://polls.example.com', basePath: '/' });
  const own = 'max-age=63072000; includeSubDomains; preload';
  const host = createServer((request, response) => {
    response.setHeader('Strict-Transport-Security', own);
    server.askwell.node(request, response);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  expect(await headerOf(`http://127.0.0.1:${port}`, '/login')).toBe(own);
  host.closeAllConnections();
  await new Promise((resolve) => host.close(resolve));
  await server.close();
});
