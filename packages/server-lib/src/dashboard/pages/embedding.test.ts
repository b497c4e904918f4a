import { createHash } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { createFormBrowser, makeKey, wordsOf } from '../../../test/support/browser/form-browser.js';
import { startServer, type TestServer } from '../../../test/support/servers/start-server.js';

let server: TestServer;
afterEach(() => server.close());

test('the overview shows the tags that embed a poll, with the hash of the script', async () => {
  server = await startServer({ baseUrl: 'https://example.com/tools' });
  const host = server.url.replace('/tools', '');
  const browser = createFormBrowser(host, { 'sec-fetch-site': 'same-origin' });
  await browser.submit('/tools/register', { name: 'Owner', email: 'owner@example.com', password: 'correct horse 1' });
  expect(wordsOf(await browser.open('/tools/dashboard'))).not.toContain('<script');
  await makeKey(browser, { name: 'Key' }, '/tools');
  const words = wordsOf(await browser.open('/tools/dashboard'));
  expect(words).toContain(
    '<script async src="https://example.com/tools/widget.js"></script> <askwell-poll poll-id="poll_…">',
  );
  const [, path = '', integrity] =
    /src="https:\/\/example\.com(\/tools\/embed\/widget\/[^"]+)" integrity="([^"]+)" crossorigin/.exec(words) ?? [];
  const loaded = await fetch(host + path);
  expect(loaded.status).toBe(200);
  expect(integrity).toBe(
    `sha384-${createHash('sha384')
      .update(await loaded.text())
      .digest('base64')}`,
  );
});
