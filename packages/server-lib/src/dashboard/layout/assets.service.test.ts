import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { assets } from './assets.js';

type Package = typeof import('@askwell/server');

test.each([
  ['as a module', (): Promise<Package> => import('@askwell/server')],
  ['as CommonJS', async (): Promise<Package> => createRequire(import.meta.url)('@askwell/server')],
])('the built package serves the same files, %s', async (_what, load) => {
  const { createAskwell } = await load();
  const askwell = createAskwell({ database: ':memory:' });
  const server = createServer(askwell.node);
  try {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    for (const { path, type, text } of Object.values(assets)) {
      const reply = await fetch(`http://127.0.0.1:${port}${path}`);
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, type]);
      expect(await reply.text()).toBe(text);
    }
  } finally {
    server.closeAllConnections();
    server.close();
    await askwell.close();
  }
});

test('styles load nothing from other origins', () => {
  expect(assets.styles.text).not.toMatch(/url\(|@import|https?:/);
  expect(assets.styles.text.length).toBeGreaterThan(8_000);
});
