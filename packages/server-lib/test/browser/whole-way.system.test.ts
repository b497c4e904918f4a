import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/chromium.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';

let browser: Browser;
let server: SocketServer;
let shop: Server;
/** The tags that the page of another origin has. */
let tags = '';
beforeAll(async () => {
  browser = await launchChromium();
  server = await startServer();
  shop = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>${tags}</html>`);
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await browser.close();
  shop.close();
  await server.close();
});

/** The most clicks and key presses from the registration to the first answer, besides typing texts. */
const maxClicks = 25;

test.each([
  ['with', true],
  ['without', false],
])('from the registration to a deleted form, %s JavaScript in the dashboard', async (_what, javaScriptEnabled) => {
  const context = await browser.newContext({ javaScriptEnabled, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(6_000);
  let clicks = 0;
  const click = async (name: string | RegExp, role: 'button' | 'link' = 'button', of: Page = page) => {
    clicks++;
    await of.getByRole(role, { name }).first().click();
  };

  await page.goto(`${server.url}/register`);
  await page.fill('[name=name]', 'Owner');
  await page.fill('[name=email]', `way-${javaScriptEnabled}@example.com`);
  await page.fill('[name=password]', 'correct horse battery');
  await click('Create account');
  await click('Use template Contact form');

  // Three changes: a text, an option or label, and a setting.
  await page.waitForURL('**/edit');
  const id = page.url().split('/').at(-2) ?? '';
  const save = async () => {
    if (javaScriptEnabled) await page.locator('[data-save-state]', { hasText: /^Saved/ }).waitFor();
    else await click('Save');
  };
  await page.fill('[name=title]', 'Write to the shop');
  await save();
  await click(/^Your name/, 'link');
  await page.fill('[name="fields.0.label"]', 'Who are you?');
  await save();
  await click('Settings', 'link');
  await page.fill('[name="after.message"]', 'We will write back.');
  await save();
  await click('Publish');
  await page.waitForURL('**/share?notice=published');
  const html = await page.locator('#embed-html-0, pre code').first().textContent();

  tags = `<script async src="${server.url}/widget.js"></script><askwell-form form-id="${id}"></askwell-form>`;
  expect(html).toContain(id);
  const visitors = await browser.newContext();
  const visitor = await visitors.newPage();
  visitor.setDefaultTimeout(6_000);
  await visitor.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/`);
  await visitor.getByRole('textbox', { name: /Who are you/ }).fill('A visitor');
  await visitor.getByRole('textbox', { name: /Email/ }).fill('visitor@example.com');
  await visitor.getByRole('combobox').selectOption({ label: 'Feedback' });
  await visitor.getByRole('textbox', { name: /Your message/ }).fill('Hello');
  for (const box of await visitor.getByRole('checkbox').all()) await box.check();
  await click('Send', 'button', visitor);
  await visitor.getByText('We will write back.').waitFor();
  expect(clicks).toBeLessThanOrEqual(maxClicks);
  await visitors.close();

  await click('Results', 'link');
  await page.waitForURL('**/results');
  await expect.poll(() => page.locator('main').innerText()).toMatch(/1 (submission|answer)/);
  await click('Answers', 'link');
  await page.goto(`${server.url}/dashboard/asks/${id}/answers?q=nobody`);
  expect(await page.locator('main').innerText()).not.toContain('A visitor');
  await page.goto(`${server.url}/dashboard/asks/${id}/answers?q=visitor`);
  expect(await page.locator('main').innerText()).toContain('A visitor');
  const file = await context.request.get(`${server.url}/dashboard/asks/${id}/answers/export?format=csv`);
  expect([file.status(), await file.text()]).toEqual([200, expect.stringContaining('visitor@example.com')]);

  await page.goto(`${server.url}/dashboard`);
  await page.getByRole('checkbox', { name: 'Select Write to the shop' }).check();
  await page.locator('.bulk').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('1 answer is deleted too').waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.waitForURL('**/dashboard?notice=asks-deleted');
  expect((await context.request.get(`${server.url}/embed/forms/${id}`)).status()).toBe(404);
  await context.close();
});
