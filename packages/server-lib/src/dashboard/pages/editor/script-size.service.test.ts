import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAsk } from '../../../../test/support/asks/create-ask.js';
import { createFormBrowser, makeKey, register } from '../../../../test/support/browser/form-browser.js';
import { startServer, type TestServer } from '../../../../test/support/servers/start-server.js';

/** Bytes of all scripts together, compressed with gzip. */
const maxSize = 120 * 1024;
/** Modules that the widget imports for the preview of a quiz or a form. */
const imported = ['/embed/widget/questions.js', '/embed/widget/results.js'];

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test('the editor loads at most 120 KB of compressed scripts', async () => {
  const owner = createFormBrowser(server.url);
  await register(owner);
  const form = await createAsk(server, await makeKey(owner, { name: 'Test' }), 'forms');
  const { text } = await owner.open(`/dashboard/asks/${form}/edit`);
  const linked = [...text.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, path = '']) => path);
  expect(linked).toHaveLength(2);
  const sizes = await Promise.all(
    [...linked, ...imported].map(async (path) => {
      const reply = await fetch(server.url + path);
      expect(reply.status).toBe(200);
      return gzipSync(await reply.text()).length;
    }),
  );
  const size = sizes.reduce((sum, one) => sum + one, 0);
  expect(size).toBeGreaterThan(10_000);
  expect(size).toBeLessThanOrEqual(maxSize);
});
