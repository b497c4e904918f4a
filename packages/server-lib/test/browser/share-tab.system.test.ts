import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/chromium.js';
import { createOwner, type Owner } from '../support/servers/create-owner.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';
import { openWindow } from './dashboard-fixture.js';

let browser: Browser;
let server: SocketServer;
let owner: Owner;
let poll: string;
beforeAll(async () => {
  browser = await launchChromium();
  server = await startServer();
  owner = await createOwner(server.services);
  const draft = { title: 'Lunch?', options: ['Soup', 'Pie'], one_per: 'ticket' as const };
  poll = (await server.askwell.polls.create(owner.session.account, draft)).id;
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

async function openShare(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await openWindow(browser, server, owner, options);
  const page = await context.newPage();
  await page.goto(`${server.url}/dashboard/asks/${poll}/share`);
  return page;
}

test.each([true, false])('downloads new tickets, and can create more (JavaScript: %s)', async (javaScriptEnabled) => {
  const page = await openShare({ javaScriptEnabled });
  await page.getByLabel('Number of tickets').fill('2');
  for (const _attempt of [1, 2]) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Create and download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${poll}-tickets.csv`);
    expect((await readFile(await download.path(), 'utf8')).match(/\?ticket=\w{16},\r\n/g)).toHaveLength(2);
  }
  await page.getByRole('button', { name: 'Create tickets' }).click();
  await page.getByRole('heading', { name: '2 tickets created' }).waitFor();
  await page.context().close();
});

test('opens one way to embed at a time without JavaScript', async () => {
  const page = await openShare({ javaScriptEnabled: false });
  const tags = page.locator('#embed-tags-0');
  expect(await tags.isVisible()).toBe(true);
  await page.getByText('React', { exact: true }).click();
  expect(await page.locator('#embed-react-1').isVisible()).toBe(true);
  expect(await tags.isVisible()).toBe(false);
  await page.context().close();
});

test('shows the poll in a popup on a page whose policy forbids inline scripts', async () => {
  const code = await (await openShare()).locator('#embed-popup-0').textContent();
  const shop = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.setHeader('content-security-policy', `script-src ${server.url}; connect-src ${server.url}`);
    response.end(`<!doctype html><html lang="en"><title>Shop</title>${code}`);
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const address = shop.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const page = await browser.newPage();
  await page.goto(origin);
  const element = page.locator('askwell-poll');
  await page.locator('askwell-poll[state=open]').waitFor({ state: 'attached' });
  expect(await element.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Open the poll' }).click();
  await page.getByRole('radio', { name: 'Soup' }).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  expect(await element.isVisible()).toBe(false);
  await page.close();
  expect(await (await openShare()).locator('#seen').textContent()).toContain(`${origin} just now`);
  shop.close();
});
