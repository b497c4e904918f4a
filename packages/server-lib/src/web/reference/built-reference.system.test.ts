import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

type Package = typeof import('@askwell/server');

test.each([
  ['as a module', (): Promise<Package> => import('@askwell/server')],
  ['as CommonJS', async (): Promise<Package> => createRequire(import.meta.url)('@askwell/server')],
])('the built package serves the page and its files, %s', async (_name, load) => {
  const { createAskwell } = await load();
  const askwell = createAskwell({ database: ':memory:', pages: { docs: true } });
  const page = await (await askwell.fetch(new Request('http://localhost/docs'))).text();
  const files = [...page.matchAll(/(?:src|href)="(\/docs\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(files).toHaveLength(2);
  for (const file of files) {
    expect((await askwell.fetch(new Request(`http://localhost${file}`))).status).toBe(200);
  }
  await askwell.close();
});
