import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/chromium.js';
import { createOwner } from '../support/servers/create-owner.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';
import { openWindow } from './dashboard-fixture.js';

let browser: Browser;
let server: SocketServer;
beforeAll(async () => {
  browser = await launchChromium();
  server = await startServer();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

test.each([true, false])(
  'with JavaScript %j, the actions for selected asks are shown while one is selected',
  async (javaScriptEnabled) => {
    const owner = await createOwner(server.services);
    await server.askwell.polls.create(owner.session.account, { title: 'Lunch?', options: ['Soup', 'Salad'] });
    const context = await openWindow(browser, server, owner, { javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(`${server.url}/dashboard`);
    const buttons = page.locator('.bulk button');
    const box = page.getByLabel('Select Lunch?');
    expect(await buttons.first().isVisible()).toBe(false);
    await box.check();
    await buttons.first().waitFor();
    await box.uncheck();
    await buttons.first().waitFor({ state: 'hidden' });

    await box.check();
    await buttons.filter({ hasText: 'Close' }).click();
    await expect.poll(() => page.getByRole('row', { name: /Lunch/ }).textContent()).toContain('Closed');
    await context.close();
  },
);
