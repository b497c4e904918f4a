import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchBytes } from '../../../test/support/http/fetch-bytes.js';
import { call } from '../../../test/support/http/http-client.js';
import { codeIn } from '../../../test/support/http/parse-replies.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { visitorFaults } from '../../shared/faults/catalogue.js';
import { script as scriptFile, scriptPath, versionPath } from './widget-files.js';

const built = new URL('../../../../browser-widget/dist/', import.meta.url);
const script = await readFile(new URL('widget.js', built), 'utf8');
const tables = await readdir(new URL('languages/', built));

let server: TestServer;
beforeAll(async () => {
  server = await startService();
});
afterAll(() => server.close());

/** Requests a file without decompressing it, as `fetch` would. */
async function fetchFile(path: string, headers: Record<string, string> = {}) {
  const reply = await fetchBytes(server, path, { headers });
  return { ...reply, headers: Object.fromEntries(reply.headers) };
}

const decompressors = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes: Buffer) => bytes,
};

describe.each([
  ['current version', scriptPath, 'public, max-age=300, stale-while-revalidate=86400'],
  ['pinned version', versionPath, 'public, max-age=31536000, immutable'],
])('the script of the widget: %s', (_name, path, cacheControl) => {
  test.each(['br', 'gzip', 'identity'] as const)('is sent as %s if the client accepts it', async (encoding) => {
    const { status, headers, bytes } = await fetchFile(path, { 'accept-encoding': encoding });
    expect([status, headers['content-encoding']]).toEqual([200, encoding === 'identity' ? undefined : encoding]);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': cacheControl,
      'content-length': String(bytes.length),
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    });
    expect(decompressors[encoding](bytes).toString()).toBe(script);
  });

  test('answers 304 if the client has it in the same encoding', async () => {
    const compressed = await fetchFile(path, { 'accept-encoding': 'br' });
    const plain = await fetchFile(path);
    const [etag = '', other = ''] = [compressed.headers['etag'], plain.headers['etag']];
    expect(etag).not.toBe(other);
    const again = await fetchFile(path, { 'accept-encoding': 'br', 'if-none-match': etag });
    expect([again.status, again.bytes.length, again.headers['etag']]).toEqual([304, 0, etag]);
    expect(again.headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect((await fetchFile(path, { 'if-none-match': etag })).status).toBe(200);
  });
});

test('the version and the integrity are hashes of the content', async () => {
  expect(versionPath).toMatch(/^\/embed\/widget\/[0-9a-f]{16}\/widget\.js$/);
  const { bytes } = await fetchFile(versionPath);
  expect(scriptFile.integrity).toBe(`sha384-${createHash('sha384').update(bytes).digest('base64')}`);
});

test.each([
  ['results.js', 'widget.js'],
  ['questions.js', 'widget.js'],
  ['quiz.js', 'questions.js'],
])('%s is available to all sites, and %s, which loads it, contains its integrity', async (name, loader) => {
  const { status, headers, bytes } = await fetchFile(`/embed/widget/${name}`);
  expect([status, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
  // Browsers always request modules with CORS.
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  expect(bytes.toString()).toBe(await readFile(new URL(name, built), 'utf8'));
  const loading = await readFile(new URL(loader, built), 'utf8');
  expect(loading).toContain(`sha256-${createHash('sha256').update(bytes).digest('base64')}`);
});

test('serves the texts of each language', async () => {
  expect(tables.length).toBeGreaterThan(0);
  for (const file of tables) {
    const { status, headers, bytes } = await fetchFile(`/embed/languages/${file}`);
    expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(JSON.parse(bytes.toString())).toEqual(
      JSON.parse(await readFile(new URL(`languages/${file}`, built), 'utf8')),
    );
  }
});

test.each(['en', 'de', 'zh'])('the texts of faults in %s are available to all sites and cached', async (language) => {
  const path = `/embed/faults/${language}.json`;
  const { status, headers, bytes } = await fetchFile(path, { 'accept-encoding': 'br' });
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
  });
  const texts: Record<string, string> = JSON.parse(brotliDecompressSync(bytes).toString());
  expect(Object.keys(texts)).toEqual(expect.arrayContaining(Object.keys(visitorFaults)));
  expect(texts['too_few_chosen']).toContain('{min}');
  const again = await fetchFile(path, { 'accept-encoding': 'br', 'if-none-match': headers['etag'] ?? '' });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
});

test.each([
  '/embed/faults/xx.json',
  '/embed/faults/de',
  '/embed/faults/constructor.json',
  '/embed/languages/xx.json',
  '/embed/languages/en',
  '/embed/languages/..%2Fpackage.json',
  '/embed/languages/constructor.json',
  '/embed/widget/0/widget.js',
])('answers 404 with CORS headers: %s', async (path) => {
  const reply = await call(server, 'GET', path);
  expect([reply.status, codeIn(reply)]).toEqual([404, 'not_found']);
  expect(reply.headers.get('access-control-allow-origin')).toBe('*');
});

test('answers preflight requests', async () => {
  const reply = await call(server, 'OPTIONS', '/embed/languages/de.json', { headers: { origin: 'https://a.example' } });
  expect([reply.status, reply.headers.get('access-control-allow-methods')]).toEqual([204, 'GET']);
});
