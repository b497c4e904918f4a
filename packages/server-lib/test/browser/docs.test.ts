import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.js';
import { call } from '../support/client.js';
import { createOwner } from '../support/owner.js';
import { startServer, type TestServer } from '../support/server.js';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ basePath: '/x/polls' }), launchChromium()]);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

const poll = '#operations-Polls-createPoll';

/** Opens the page and one operation of it, and notes what it says and asks for. */
async function openDocs(options: BrowserContextOptions = {}): Promise<{ page: Page; noise: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  const page = await context.newPage();
  const noise: string[] = [];
  page.on('console', (message) => noise.push(`${message.type()} ${message.text()}`));
  page.on('pageerror', (error) => noise.push(String(error)));
  page.on('requestfailed', (request) => noise.push(`failed: ${request.url()}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url)) noise.push(`asked for ${request.url()}`);
  });
  await page.goto(`${server.url}/docs`);
  await page.locator(`${poll} button.opblock-summary-control`).click();
  await page.waitForSelector(`${poll} .responses-table`);
  return { page, noise };
}

test('shows every operation, breaks no policy and asks nobody else for anything', async () => {
  const { page, noise } = await openDocs();
  const document = JSON.parse((await call(server, 'GET', '/openapi.json')).text);
  const count = Object.values<object>(document.paths).flatMap((item) => Object.keys(item)).length;
  await expect.poll(() => page.locator('.opblock').count()).toBe(count);
  expect(await page.title()).toBe('REST API · Askwell');
  expect(noise).toEqual([]);
  await page.context().close();
});

test('tries an operation out, with a key that is typed in', async () => {
  const { page, noise } = await openDocs();
  await page.getByRole('button', { name: 'Authorize' }).click();
  await page.locator('.auth-container input').fill(await (await createOwner(server.services)).key());
  await page.locator('.auth-btn-wrapper .authorize').click();
  await page.locator('.auth-btn-wrapper .btn-done').click();
  await page.locator(`${poll} .try-out__btn`).click();
  await page.locator(`${poll} .execute`).click();
  await page.waitForSelector(`${poll} .live-responses-table .response`);
  await expect
    .poll(() => page.locator(`${poll} .live-responses-table .response .response-col_status`).innerText())
    .toBe('201');
  expect(noise).toEqual([]);
  await page.context().close();
});

/** What axe finds wrong in the viewer's own elements, which are not ours to change. */
const viewers = ['heading-order', 'nested-interactive', 'region', 'scrollable-region-focusable', 'select-name'];

test.each(['light', 'dark'] as const)('is accessible as far as it is ours, in %s', async (colorScheme) => {
  // The policy forbids what axe is put in by.
  const { page } = await openDocs({ colorScheme, bypassCSP: true });
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');
  const ours = violations.filter(({ id }) => !viewers.includes(id));
  expect(ours.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target}`))).toEqual([]);
  await page.context().close();
});

test('leads to the document where scripts are off', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.url}/docs`);
  await page.getByRole('link', { name: 'The OpenAPI document' }).click();
  expect(page.url()).toBe(`${server.url}/openapi.json`);
  await context.close();
});
