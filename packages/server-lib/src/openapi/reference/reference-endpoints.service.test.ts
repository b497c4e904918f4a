import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendRaw } from '../../../test/support/http/raw-socket.js';
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

/** Returns the head of a response and its body, still compressed. */
async function ask(path: string, lines = ''): Promise<{ head: string; body: Buffer }> {
  const reply = await sendRaw(server, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines}\r\n`);
  const [head = '', ...rest] = reply.split('\r\n\r\n');
  return { head: head.toLowerCase(), body: Buffer.from(rest.join('\r\n\r\n'), 'latin1') };
}

test('the page needs no key, and its policy allows only its own files', async () => {
  const reply = await server.fetch(`${server.url}/docs`);
  const policy = reply.headers.get('content-security-policy') ?? '';
  expect(reply.status).toBe(200);
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
  expect(policy).not.toContain('unsafe');
  expect(files).toHaveLength(2);
});

describe('its files', () => {
  test('are sent gzipped to clients that accept it, and can be cached forever', async () => {
    for (const file of files) {
      const { head, body } = await ask(file, 'Accept-Encoding: br, gzip\r\n');
      expect(head).toContain('content-encoding: gzip');
      expect(head).toContain('cache-control: public, max-age=31536000, immutable');
      expect(head).toContain('vary: accept-encoding');
      expect(gunzipSync(body).length).toBeGreaterThan(body.length);
    }
  });

  test.each(['', 'Accept-Encoding: identity\r\n', 'Accept-Encoding: gzip;q=0\r\n', 'Accept-Encoding: gzip; q=0.0\r\n'])(
    'are sent uncompressed to clients that send %j',
    async (lines) => {
      for (const file of files) {
        const [gzipped, plain] = [await ask(file, 'Accept-Encoding: gzip\r\n'), await ask(file, lines)];
        expect(plain.head).not.toContain('content-encoding');
        expect(plain.body.equals(gunzipSync(gzipped.body))).toBe(true);
        expect(/etag: .*/.exec(plain.head)?.[0]).not.toBe(/etag: .*/.exec(gzipped.head)?.[0]);
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

  test('are not found by another name', async () => {
    expect((await server.fetch(`${server.url}/docs/assets/viewer-000000000000.js`)).status).toBe(404);
  });
});

type Package = typeof import('@askwell/server');

test.each([
  ['as a module', (): Promise<Package> => import('@askwell/server')],
  ['as CommonJS', async (): Promise<Package> => createRequire(import.meta.url)('@askwell/server')],
])('the built package serves the page and its files, %s', async (_name, load) => {
  const { createAskwell } = await load();
  const askwell = createAskwell({ database: ':memory:' });
  const page = await (await askwell.fetch(new Request('http://localhost/docs'))).text();
  for (const file of files) {
    expect(page).toContain(file);
    expect((await askwell.fetch(new Request(`http://localhost${file}`))).status).toBe(200);
  }
  await askwell.close();
});
