import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, expect, test } from 'vitest';
import { checkMountedPages } from '../../test/support/browser/check-mounted-pages.js';
import { createFormBrowser } from '../../test/support/browser/form-browser.js';
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

test('all URLs start with a prefix that Express strips', async () => {
  server = await startServer();
  const app = express();
  app.use('/x/polls', server.askwell.node);
  await checkMountedPages(createFormBrowser({ url: await listen(createServer(app)) }), '/x/polls');
});

test('reads forms that a body parser of the host app has parsed', async () => {
  server = await startServer();
  const app = express();
  app.use(express.json(), express.urlencoded({ extended: true }));
  app.use('/x/polls', server.askwell.node);
  const url = await listen(createServer(app));
  await checkMountedPages(createFormBrowser({ url }), '/x/polls');
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
  await checkMountedPages(createFormBrowser({ url: await listen(proxy) }), '/x/polls');
});
