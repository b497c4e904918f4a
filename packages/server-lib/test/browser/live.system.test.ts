import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAsk } from '../support/asks/create-ask.js';
import { launchChromium } from '../support/browser/chromium.js';
import { call } from '../support/http/http-client.js';
import { createOwner } from '../support/servers/create-owner.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';

let browser: Browser;
let server: SocketServer;
let site: Server;
/** Another server of the same Askwell, whose connections the test can close. */
let askwellServer: Server;
/** The `Last-Event-ID` of each request. */
const lastEventIds: (string | undefined)[] = [];

beforeAll(async () => {
  browser = await launchChromium();
  server = await startServer();
  site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Elsewhere</title>');
  });
  askwellServer = createServer(server.askwell.node);
  askwellServer.on('request', ({ url, headers }) => {
    if (url?.endsWith('/live')) lastEventIds.push(headers['last-event-id']?.toString());
  });
  for (const listening of [site, askwellServer]) await once(listening.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  await browser.close();
  for (const listening of [site, askwellServer]) {
    listening.closeAllConnections();
    listening.close();
  }
  await server.close();
});

const addressOf = (listening: Server) => `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;

test('EventSource on another site reconnects where it was interrupted and not after the end', async () => {
  const key = await (await createOwner(server.services)).key();
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], results_visibility: 'always' };
  const poll = await createAsk(server, key, 'polls', draft);
  const vote = () => call(server, 'POST', `/api/v1/polls/${poll}/votes`, { body: { choices: ['o1'] } });

  const page = await browser.newPage();
  await page.goto(addressOf(site));
  await page.evaluate(`
    events = [];
    source = new EventSource('${addressOf(askwellServer)}/embed/polls/${poll}/live');
    source.onmessage = ({ data }) => { const { status, votes_count } = JSON.parse(data); events.push(status + ' ' + votes_count); };
    source.addEventListener('end', ({ data }) => events.push(JSON.parse(data).reason));
  `);
  const waitForEvents = (expected: string[]) =>
    page.waitForFunction(`events.join() === ${JSON.stringify(expected.join())}`).catch(async (cause: unknown) => {
      throw new Error(`Events: ${await page.evaluate('events.join()')}.`, { cause });
    });

  await waitForEvents(['open 0']);
  await vote();
  await waitForEvents(['open 0', 'open 1']);
  askwellServer.closeAllConnections();
  await expect.poll(() => lastEventIds.length).toBe(2);
  await vote();
  await waitForEvents(['open 0', 'open 1', 'open 2']);
  await call(server, 'PATCH', `/api/v1/polls/${poll}`, { key, body: { status: 'closed' } });
  await waitForEvents(['open 0', 'open 1', 'open 2', 'closed 2', 'closed']);
  await page.waitForFunction('source.readyState === EventSource.CLOSED');
  expect(lastEventIds).toEqual([undefined, expect.stringMatching(/^1\.\d+$/), expect.stringMatching(/^2\.\d+$/)]);
  expect(server.services.live.count()).toEqual({ readers: 0, asks: 0 });
});
