import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFormBrowser, register, wordsOf } from '../../../test/support/browser/form-browser.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startService({ baseUrl: 'https://example.com/polls', basePath: '/' });
});
afterAll(() => server.close());

test('introduces Askwell and links to registration, quick start and docs', async () => {
  const page = await createFormBrowser(server).open('/');
  expect(page.status).toBe(200);
  expect(wordsOf(page)).toContain('Askwell adds polls, quizzes and forms to your own product');
  expect(page.text).toContain('href="/polls/register"');
  expect(page.text).toContain('href="#quick-start"');
  expect(page.text).toContain('href="/polls/docs"');
  expect(wordsOf(page)).toContain(
    'curl -X POST https://example.com/polls/api/v1/polls \\ -H "X-API-Key: $ASKWELL_KEY"',
  );
});

test('links to the dashboard instead of registration for signed-in owners', async () => {
  const browser = createFormBrowser(server);
  await register(browser);
  const page = await browser.open('/');
  expect(page.text).toContain('href="/polls/dashboard"');
  expect(page.text).toContain('href="/polls/dashboard/asks/new"');
  expect(page.text).not.toContain('href="/polls/register"');
});

test('shows the requested host if no baseUrl is configured', async () => {
  const own = await startService();
  try {
    const page = await createFormBrowser(own).open('/');
    expect(wordsOf(page)).toContain(`curl -X POST ${own.url}/api/v1/polls`);
  } finally {
    await own.close();
  }
});
