import { expect, test } from 'vitest';
import { silentLogger } from './base/logger.js';
import { createAskwell } from './create-askwell.js';

test.each([
  [{ baseUrl: 'example.com' }, /^baseUrl: /],
  [{ basePath: 'polls' }, /^basePath: /],
  [{ keyPrefix: 'Ask' }, /^keyPrefix: /],
  [{ limits: { ipv6Prefix: 8 } }, /^limits\.ipv6Prefix: /],
  [{ trustProxy: ['proxy'] }, /^trustProxy: /],
  [{ secret: 'short' }, /^secret: /],
])('rejects the options %j before anything is opened', (options, message) => {
  const create = () => createAskwell({ database: '/nowhere/at/all/askwell.db', ...options });
  expect(create).toThrow(TypeError);
  expect(create).toThrow(message);
});

test('ready() says which folder of the database is missing', async () => {
  const askwell = createAskwell({ database: '/nowhere/at/all/askwell.db', logger: silentLogger });
  await expect(askwell.ready()).rejects.toThrow(
    'The folder /nowhere/at/all does not exist. Create it, or give another path for the database.',
  );
});

test('serves a database in memory', async () => {
  const askwell = createAskwell({ database: ':memory:' });
  await askwell.ready();
  expect((await askwell.fetch(new Request('http://localhost/readyz'))).status).toBe(200);
  askwell.drain();
  expect((await askwell.fetch(new Request('http://localhost/readyz'))).status).toBe(503);
  expect((await askwell.fetch(new Request('http://localhost/healthz'))).status).toBe(200);
  await askwell.close();
});
