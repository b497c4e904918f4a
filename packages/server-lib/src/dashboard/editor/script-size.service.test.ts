import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAsk } from '../../../test/support/asks/create-ask.js';
import { createFormBrowser, makeKey, register } from '../../../test/support/browser/form-browser.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

/** Bytes of all scripts together, compressed with gzip. */
const maxSize = 109 * 1024;
/** Modules that the widget imports for the preview. */
const imported = (...names: string[]) => names.map((name) => `/embed/widget/${name}.js`);

let server: TestServer;
beforeAll(async () => {
  server = await startService();
});
afterAll(() => server.close());

test('the editor of forms loads at most 109 KB of compressed scripts', async () => {
  const owner = createFormBrowser(server);
  await register(owner);
  const form = await createAsk(server, await makeKey(owner, { name: 'Test' }), 'forms');
  const { text } = await owner.open(`/dashboard/asks/${form}/edit`);
  const linked = [...text.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, path = '']) => path);
  expect(linked).toHaveLength(3);
  const size = await sizeOf([...linked, ...imported('questions', 'results')]);
  expect(size).toBeGreaterThan(10_000);
  expect(size).toBeLessThanOrEqual(maxSize);
});

test('the elements for pages of a host load at most 109 KB of compressed scripts, with the preview', async () => {
  const size = await sizeOf(['/editor.js', '/widget.js', ...imported('questions', 'quiz')]);
  expect(size).toBeGreaterThan(10_000);
  expect(size).toBeLessThanOrEqual(maxSize);
});

test('pages of other origins can load the script of the elements, and keep it for minutes', async () => {
  const { headers } = await server.fetch(`${server.url}/editor.js`);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
  });
});

/** Returns the number of bytes of scripts, compressed with gzip. */
async function sizeOf(paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    paths.map(async (path) => {
      const reply = await server.fetch(server.url + path);
      expect(reply.status).toBe(200);
      return gzipSync(await reply.text()).length;
    }),
  );
  return sizes.reduce((sum, one) => sum + one, 0);
}
