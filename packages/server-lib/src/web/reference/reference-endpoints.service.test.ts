import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFormBrowser, register } from '../../../test/support/browser/form-browser.js';
import { fetchBytes } from '../../../test/support/http/fetch-bytes.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

let server: TestServer;
let files: string[];
beforeAll(async () => {
  server = await startService();
  const page = await (await server.fetch(`${server.url}/docs`)).text();
  files = [...page.matchAll(/(?:src|href)="(\/docs\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
});
afterAll(() => server.close());

test('the page needs no key, and its policy allows only its own files', async () => {
  const reply = await server.fetch(`${server.url}/docs`);
  const policy = reply.headers.get('content-security-policy') ?? '';
  expect(reply.status).toBe(200);
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
  expect(policy).not.toContain('unsafe');
  expect(files).toHaveLength(2);
});

test('the header is the navigation of the dashboard for owners, and that of the landing page for others', async () => {
  const headerOf = (text: string) => /<header[\s\S]*<\/header>/.exec(text)?.[0].replace(/<[^>]*>|\s+/g, ' ') ?? '';
  const owner = createFormBrowser(server);
  await register(owner);
  const signedOut = await createFormBrowser(server).open('/docs');
  const signedIn = await owner.open('/docs');
  expect(headerOf(signedOut.text).split(/ +/).join(' ').trim()).toBe('Askwell API docs Sign in');
  expect(headerOf(signedIn.text).split(/ +/).join(' ').trim()).toBe(
    'Askwell Home Answers Sites Developers Account Help API docs Sign out',
  );
  for (const { text } of [signedOut, signedIn]) expect(text).toContain('href="/docs" aria-current="page">API docs');
  expect(signedIn.text).not.toContain('<form class="leave"');
  expect(signedIn.headers.get('etag')).not.toBe(signedOut.headers.get('etag'));
  expect(signedIn.headers.get('cache-control')).toBe('private, no-cache');
});

test('the page is readable while nobody can be identified', async () => {
  const failing = await startService({ getUser: () => Promise.reject(new Error('The host is down.')) });
  try {
    const { status, text } = await createFormBrowser(failing).open('/docs');
    expect([status, text.includes('>Sign in</a>')]).toEqual([200, true]);
  } finally {
    await failing.close();
  }
});

describe('its files', () => {
  test('are sent gzipped to clients that accept it, and can be cached forever', async () => {
    for (const file of files) {
      const { headers, bytes } = await fetchBytes(server, file, { headers: { 'accept-encoding': 'br, gzip' } });
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-encoding': 'gzip',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
      });
      expect(gunzipSync(bytes).length).toBeGreaterThan(bytes.length);
    }
  });

  test.each([undefined, 'identity', 'gzip;q=0', 'gzip; q=0.0'])(
    'are sent uncompressed to clients that accept %j',
    async (accepted) => {
      const accepting = (encoding: string) => ({ headers: { 'accept-encoding': encoding } });
      for (const file of files) {
        const gzipped = await fetchBytes(server, file, accepting('gzip'));
        const plain = await fetchBytes(server, file, accepted === undefined ? {} : accepting(accepted));
        expect(plain.headers.get('content-encoding')).toBeNull();
        expect(plain.bytes.equals(gunzipSync(gzipped.bytes))).toBe(true);
        expect(plain.headers.get('etag')).not.toBe(gzipped.headers.get('etag'));
      }
    },
  );

  test('are not sent again to a client that has them', async () => {
    for (const file of files) {
      const first = await server.fetch(server.url + file);
      await first.arrayBuffer();
      const again = await server.fetch(server.url + file, {
        headers: { 'if-none-match': first.headers.get('etag') ?? '' },
      });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
  });

  test('are not found under another name', async () => {
    expect((await server.fetch(`${server.url}/docs/assets/viewer-000000000000.js`)).status).toBe(404);
  });
});
