import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.js';
import { createDashboardFixture, type DashboardFixture, openView, views } from './dashboard-fixture.js';
import { beyond, faults, isLeftIcon } from './faults.js';

let browser: Browser;
let fixture: DashboardFixture;
beforeAll(async () => {
  browser = await launchChromium();
  fixture = await createDashboardFixture();
});
afterAll(async () => {
  await browser.close();
  await fixture.close();
});

const wide = { width: 1200, height: 800 };
const narrow = { width: 320, height: 640 };

describe.each(views)('$name', (view) => {
  test.each(['light', 'dark'] as const)(
    'is accessible in %s, and nothing sticks out at 320 px',
    async (colorScheme) => {
      // The policy forbids what axe is put in by.
      const { context, page } = await openView(browser, fixture, view, {
        colorScheme,
        viewport: wide,
        bypassCSP: true,
      });
      for (const viewport of [wide, narrow]) {
        await page.setViewportSize(viewport);
        expect(await faults(page)).toEqual([]);
        expect(await beyond(page)).toBe(0);
      }
      await context.close();
    },
  );

  test('breaks no policy and makes no noise in the console', async () => {
    const noise: string[] = [];
    const server = view.server(fixture);
    const { context } = await openView(browser, fixture, view, {}, (page) => {
      page.on('pageerror', (error) => noise.push(String(error)));
      page.on('requestfailed', (request) => isLeftIcon(request) || noise.push(request.url()));
      page.on('console', (message) => noise.push(`${message.type()} ${message.text()}`));
      page.on('request', (request) => {
        if (!request.url().startsWith(server.url)) noise.push(`asked for ${request.url()}`);
      });
    });
    // A browser notes the status of a page that is refused; that is no fault of the page.
    expect(noise.filter((line) => !/the server responded with a status of (404|409|422)/.test(line))).toEqual([]);
    await context.close();
  });
});

test('what was wrong takes the focus, and its links lead to the fields', async () => {
  const view = views.find(({ name }) => name === 'register-problem');
  if (!view) throw new Error('The view is gone.');
  const { context, page } = await openView(browser, fixture, view);
  expect(await page.locator('.problem').evaluate((element) => element.matches(':focus'))).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.locator('#register-email').evaluate((element) => element.matches(':focus'))).toBe(true);
  expect(await page.title()).toBe('Problem: Create an account · Askwell');
  await expect.poll(() => page.inputValue('#register-name')).toBe('New <b>Owner</b>');
  await expect.poll(() => page.inputValue('#register-password')).toBe('');
  await context.close();
});
