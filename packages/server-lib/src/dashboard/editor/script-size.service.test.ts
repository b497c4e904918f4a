import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAsk } from '../../../test/support/asks/create-ask.js';
import { createFormBrowser, makeKey, register } from '../../../test/support/browser/form-browser.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

/** Bytes of all scripts together, compressed with gzip. */
const maxSize = 80 * 1024;
/** Modules that the widget imports for the preview of a quiz or a form. */
const imported = ['/embed/widget/questions.js', '/embed/widget/results.js'];

let server: TestServer;
beforeAll(async () => {
  server = await startService();
});
afterAll(() => server.close());

test('the editor loads at most 80 KB of compressed scripts', async () => {
  const owner = createFormBrowser(server);
  await register(owner);
  const form = await createAsk(server, await makeKey(owner, { name: 'Test' }), 'forms');
  const { text } = await owner.open(`/dashboard/asks/${form}/edit`);
  const linked = [...text.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, path = '']) => path);
  expect(linked).toHaveLength(3);
  const sizes = await Promise.all(
    [...linked, ...imported].map(async (path) => {
      const reply = await server.fetch(server.url + path);
      expect(reply.status).toBe(200);
      return gzipSync(await reply.text()).length;
    }),
  );
  const size = sizes.reduce((sum, one) => sum + one, 0);
  expect(size).toBeGreaterThan(10_000);
  expect(size).toBeLessThanOrEqual(maxSize);
});
