import { afterEach, expect, test } from 'vitest';
import { checkMountedPages } from '../../test/support/browser/check-mounted-pages.js';
import { createFormBrowser, register } from '../../test/support/browser/form-browser.js';
import { startService } from '../../test/support/servers/start-service.js';
import type { TestServer } from '../../test/support/servers/test-server.js';

let server: TestServer;
afterEach(() => server.close());

test('all URLs start with basePath', async () => {
  server = await startService({ basePath: '/x/polls' });
  await checkMountedPages(createFormBrowser({ ...server, url: server.url.slice(0, -'/x/polls'.length) }), '/x/polls');
});

test('uses a `__Secure-` cookie below a path', async () => {
  server = await startService({ baseUrl: 'https://example.com/x/polls' });
  const browser = createFormBrowser(server);
  await register(browser);
  expect([...browser.cookies.keys()]).toEqual(['__Secure-askwell', '__Secure-askwell-known']);
  expect((await browser.open('/dashboard')).status).toBe(200);
});
