import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFormBrowser, register, wordsOf } from '../../../test/support/forms.js';
import { startServer, type TestServer } from '../../../test/support/server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ baseUrl: 'https://example.com/polls', basePath: '/' });
});
afterAll(() => server.close());

test('a first visitor is told what it is, and how to begin', async () => {
  const page = await createFormBrowser(server.url).open('/');
  expect(page.status).toBe(200);
  expect(wordsOf(page)).toContain('Askwell puts polls, quizzes and forms into your own product');
  expect(page.text).toContain('href="/polls/register"');
  expect(page.text).toContain('href="#quick-start"');
  expect(page.text).toContain('href="/polls/docs"');
  expect(wordsOf(page)).toContain('curl https://example.com/polls/api/v1/me \\ -H "X-API-Key: $ASKWELL_KEY"');
});

test('an owner is led to the dashboard instead', async () => {
  const browser = createFormBrowser(server.url);
  await register(browser);
  const page = await browser.open('/');
  expect(page.text).toContain('href="/polls/dashboard"');
  expect(page.text).not.toContain('href="/polls/register"');
});

test('where no address was configured, the one that was asked is shown, if it can be one', async () => {
  const own = await startServer();
  try {
    const page = await createFormBrowser(own.url).open('/');
    expect(wordsOf(page)).toContain(`curl ${own.url}/api/v1/me`);
  } finally {
    await own.close();
  }
});
