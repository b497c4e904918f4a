import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { startServer } from '../../../test/support/servers/start-server.js';

test("keeps the host's own Strict-Transport-Security", async () => {
  const server = await startServer({ baseUrl: 'https://polls.example.com', basePath: '/' });
  const own = 'max-age=63072000; includeSubDomains; preload';
  const host = createServer((request, response) => {
    response.setHeader('Strict-Transport-Security', own);
    server.askwell.node(request, response);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  const { headers } = await fetch(`http://127.0.0.1:${port}/login`);
  expect(headers.get('strict-transport-security')).toBe(own);
  host.closeAllConnections();
  await new Promise((resolve) => host.close(resolve));
  await server.close();
});
