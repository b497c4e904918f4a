import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/chromium.js';
import { call } from '../support/http/http-client.js';
import { createOwner } from '../support/servers/create-owner.js';
import { startServer, type TestServer } from '../support/servers/start-server.js';

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

/** Opens the page and one of its operations. Collects console messages and requests to other origins. */
async function openDocs(options: BrowserContextOptions = {}): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => problems.push(`${message.type()} ${message.text()}`));
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('requestfailed', (request) => problems.push(`failed: ${request.url()}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url)) problems.push(`requested ${request.url()}`);
  });
  await page.goto(`${server.url}/docs`);
  await page.locator(`${poll} button.opblock-summary-control`).click();
  await page.waitForSelector(`${poll} .responses-table`);
  return { page, problems };
}

test('shows all operations, violates no Content-Security-Policy and requests nothing from other origins', async () => {
  const { page, problems } = await openDocs();
  const document = JSON.parse((await call(server, 'GET', '/openapi.json')).text);
  const count = Object.values<object>(document.paths).flatMap((item) => Object.keys(item)).length;
  await expect.poll(() => page.locator('.opblock').count()).toBe(count);
  expect(await page.title()).toBe('REST API · Askwell');
  expect(problems).toEqual([]);
  await page.context().close();
});

test('executes an operation with an entered API key', async () => {
  const { page, problems } = await openDocs();
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
  expect(problems).toEqual([]);
  await page.context().close();
});

/** The rules that elements of the Swagger viewer violate. */
const ignoredRules = ['heading-order', 'nested-interactive', 'region', 'scrollable-region-focusable', 'select-name'];

test.each(['light', 'dark'] as const)('is accessible except for the Swagger viewer, in %s', async (colorScheme) => {
  // The Content-Security-Policy would block axe.
  const { page } = await openDocs({ colorScheme, bypassCSP: true });
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');
  const ours = violations.filter(({ id }) => !ignoredRules.includes(id));
  expect(ours.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target}`))).toEqual([]);
  await page.context().close();
});

test('links to the OpenAPI document without JavaScript', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.url}/docs`);
  await page.getByRole('link', { name: 'The OpenAPI document' }).click();
  expect(page.url()).toBe(`${server.url}/openapi.json`);
  await context.close();
});
