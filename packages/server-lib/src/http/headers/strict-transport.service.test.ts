import { expect, test } from 'vitest';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

const pages = ['/', '/login', '/dashboard', '/polls/aaaaaaaaaaaaaaaaaaaa', '/healthz', '/no-such-page'];
const header = 'strict-transport-security';

async function headerOf(server: TestServer, path: string): Promise<string | null> {
  return (await server.fetch(server.url + path)).headers.get(header);
}

test('pages send Strict-Transport-Security for a year if hsts is true and baseUrl is https', async () => {
  const server = await startService({ baseUrl: 'https://polls.example.com', basePath: '/', hsts: true });
  for (const path of pages) expect([path, await headerOf(server, path)]).toEqual([path, 'max-age=31536000']);
  expect(await headerOf(server, '/api/v1/me')).toBeNull();
  await server.close();
});

test('pages send Strict-Transport-Security for the time that hsts sets', async () => {
  const server = await startService({ baseUrl: 'https://polls.example.com', basePath: '/', hsts: 300 });
  expect(await headerOf(server, '/login')).toBe('max-age=300');
  await server.close();
});

test.each([
  [undefined, true],
  ['http://localhost:3000', true],
  ['https://polls.example.com', undefined],
  ['https://polls.example.com', false],
] as const)(
  'pages send no Strict-Transport-Security with the baseUrl %j and hsts %j: it is for the whole host',
  async (baseUrl, hsts) => {
    const server = await startService({ baseUrl, basePath: '/', hsts });
    for (const path of pages) expect([path, await headerOf(server, path)]).toEqual([path, null]);
    await server.close();
  },
);
