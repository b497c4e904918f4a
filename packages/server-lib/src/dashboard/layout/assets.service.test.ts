import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { dashboardAssets } from './assets.js';

type Package = typeof import('@askwell/server');

test.each([
  ['as a module', (): Promise<Package> => import('@askwell/server')],
  ['as CommonJS', async (): Promise<Package> => createRequire(import.meta.url)('@askwell/server')],
])('the built package serves the same files, %s', async (_what, load) => {
  const { createAskwell } = await load();
  const askwell = createAskwell({ database: ':memory:' });
  try {
    for (const { path, type, text } of Object.values(dashboardAssets)) {
      const reply = await askwell.fetch(new Request(`http://localhost${path}`), { address: '203.0.113.7' });
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, type]);
      expect(await reply.text()).toBe(text);
    }
  } finally {
    await askwell.close();
  }
});

test('styles load nothing from other origins', () => {
  expect(dashboardAssets.styles.text).not.toMatch(/url\(|@import|https?:/);
  expect(dashboardAssets.styles.text.length).toBeGreaterThan(8_000);
});
