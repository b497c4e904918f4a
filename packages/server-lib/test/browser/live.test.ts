import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.js';
import { call } from '../support/client.js';
import { createAsk } from '../support/create-ask.js';
import { createOwner } from '../support/owner.js';
import { startServer, type TestServer } from '../support/server.js';

let browser: Browser;
let server: TestServer;
let site: Server;
/** The same Askwell behind another socket, whose connections can be cut off. */
let door: Server;
/** What the browser said that it has, each time it came. */
const had: (string | undefined)[] = [];

beforeAll(async () => {
  browser = await launchChromium();
  server = await startServer();
  site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Elsewhere</title>');
  });
  door = createServer(server.askwell.node);
  door.on('request', ({ url, headers }) => {
    if (url?.endsWith('/live')) had.push(headers['last-event-id']?.toString());
  });
  for (const one of [site, door]) await once(one.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  await browser.close();
  for (const one of [site, door]) {
    one.closeAllConnections();
    one.close();
  }
  await server.close();
});

const addressOf = (one: Server) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`;

test('a browser on another site follows, comes back where it was cut off, and stays away after the end', async () => {
  const key = await (await createOwner(server.services)).key();
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], results_visibility: 'always' };
  const poll = await createAsk(server, key, 'polls', draft);
  const vote = () => call(server, 'POST', `/api/v1/polls/${poll}/votes`, { body: { choices: ['o1'] } });

  const page = await browser.newPage();
  await page.goto(addressOf(site));
  await page.evaluate(`
    seen = [];
    source = new EventSource('${addressOf(door)}/embed/polls/${poll}/live');
    source.onmessage = ({ data }) => { const { status, votes_count } = JSON.parse(data); seen.push(status + ' ' + votes_count); };
    source.addEventListener('end', ({ data }) => seen.push(JSON.parse(data).reason));
  `);
  const sees = (expected: string[]) =>
    page.waitForFunction(`seen.join() === ${JSON.stringify(expected.join())}`).catch(async (cause: unknown) => {
      throw new Error(`It saw ${await page.evaluate('seen.join()')}.`, { cause });
    });

  await sees(['open 0']);
  await vote();
  await sees(['open 0', 'open 1']);
  door.closeAllConnections();
  await expect.poll(() => had.length, { timeout: 10_000 }).toBe(2);
  await vote();
  await sees(['open 0', 'open 1', 'open 2']);
  await call(server, 'PATCH', `/api/v1/polls/${poll}`, { key, body: { status: 'closed' } });
  await sees(['open 0', 'open 1', 'open 2', 'closed 2', 'closed']);
  await page.waitForFunction('source.readyState === EventSource.CLOSED');
  expect(had).toEqual([undefined, '1.1', '2.2']);
  expect(server.services.live.count()).toEqual({ readers: 0, asks: 0 });
});
