import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, expect, test } from 'vitest';
import { createFormBrowser, type FormBrowser, makeKey, register } from '../../test/support/browser/form-browser.js';
import { type SocketServer, startServer } from '../../test/support/servers/start-server.js';

let server: SocketServer | undefined;
let hostServer: Server | undefined;
afterEach(async () => {
  hostServer?.closeAllConnections();
  hostServer?.close();
  await server?.close();
  hostServer = undefined;
  server = undefined;
});

async function listen(listening: Server): Promise<string> {
  hostServer = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = listening.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

/** Opens all dashboard pages and checks that every URL starts with the base path. */
async function checkAllPages(browser: FormBrowser, base: string): Promise<void> {
  const login = await browser.open(`${base}/dashboard/keys?a=b`);
  expect(login.location).toBe(`${base}/login?next=${encodeURIComponent(`${base}/dashboard/keys?a=b`)}`);
  expect((await browser.open(login.location ?? '')).text).toContain(`value="${base}/dashboard/keys?a=b"`);
  const registered = await browser.submit(`${base}/register`, {
    name: 'Owner',
    email: 'owner@example.com',
    password: 'correct horse battery',
    next: `${base}/dashboard/keys`,
  });
  expect(registered.location).toBe(`${base}/dashboard/keys`);
  expect(registered.headers.get('set-cookie')).toContain(`; Path=${base}; `);
  const key = await makeKey(browser, { name: 'Mounted' }, base);
  expect(key).toMatch(/^ask_/);

  for (const path of [
    '',
    '/dashboard',
    '/dashboard/keys',
    '/dashboard/sites',
    '/dashboard/account',
    '/dashboard/sites/9',
  ]) {
    const { text } = await browser.open(base + path);
    const urls = [...text.matchAll(/(?:href|src|action)="([^"#][^"]*)"/g)].map(([, url]) => url ?? '');
    expect(urls.length).toBeGreaterThan(0);
    expect(urls.filter((url) => !url.startsWith(`${base}/`))).toEqual([]);
    for (const asset of urls.filter((url) => url.includes('/assets/'))) {
      const file = await browser.open(asset);
      expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
  }
  const signedOut = await browser.submit(`${base}/logout`);
  expect(signedOut.location).toBe(`${base}/login`);
  expect([...browser.cookies.keys()].filter((name) => !name.endsWith('-known'))).toEqual([]);
  expect(signedOut.headers.get('set-cookie')).toContain(`; Path=${base}; `);
}

test('all URLs start with basePath', async () => {
  server = await startServer({ basePath: '/x/polls' });
  await checkAllPages(createFormBrowser({ url: server.url.slice(0, -'/x/polls'.length) }), '/x/polls');
});

test('all URLs start with a prefix that Express strips', async () => {
  server = await startServer();
  const app = express();
  app.use('/x/polls', server.askwell.node);
  await checkAllPages(createFormBrowser({ url: await listen(createServer(app)) }), '/x/polls');
});

test('reads forms that a body parser of the host app has parsed', async () => {
  server = await startServer();
  const app = express();
  app.use(express.json(), express.urlencoded({ extended: true }));
  app.use('/x/polls', server.askwell.node);
  const url = await listen(createServer(app));
  await checkAllPages(createFormBrowser({ url }), '/x/polls');
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"x"}' };
  expect((await createFormBrowser({ url }).send('/x/polls/login', json)).status).toBe(415);
});

test('behind a proxy that strips the prefix, URLs start with the path of baseUrl', async () => {
  server = await startServer({ baseUrl: 'https://example.com/x/polls', basePath: '/' });
  const inner = server.url;
  const proxy = createServer((request, response) => {
    const path = (request.url ?? '').replace(/^\/x\/polls/, '') || '/';
    const chunks: Uint8Array[] = [];
    request.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    request.on('end', async () => {
      const headers = new Headers({ 'accept-encoding': 'identity' });
      for (const name of ['cookie', 'content-type']) {
        const value = request.headers[name];
        if (typeof value === 'string') headers.set(name, value);
      }
      const init: RequestInit = { method: request.method ?? 'GET', headers, redirect: 'manual' };
      if (chunks.length > 0) init.body = Buffer.concat(chunks);
      const reply = await fetch(inner + path, init);
      response.writeHead(reply.status, {
        ...Object.fromEntries(reply.headers),
        'set-cookie': reply.headers.getSetCookie(),
      });
      response.end(await reply.text());
    });
  });
  await checkAllPages(createFormBrowser({ url: await listen(proxy) }), '/x/polls');
});

test('uses a `__Secure-` cookie below a path', async () => {
  server = await startServer({ baseUrl: 'https://example.com/x/polls' });
  const browser = createFormBrowser(server);
  await register(browser);
  expect([...browser.cookies.keys()]).toEqual(['__Secure-askwell', '__Secure-askwell-known']);
  expect((await browser.open('/dashboard')).status).toBe(200);
});
