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
    'is accessible in %s and has no horizontal overflow at 320 px',
    async (colorScheme) => {
      // The Content-Security-Policy would block axe.
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

  test('violates no Content-Security-Policy and logs nothing to the console', async () => {
    const problems: string[] = [];
    const server = view.server(fixture);
    const { context } = await openView(browser, fixture, view, {}, (page) => {
      page.on('pageerror', (error) => problems.push(String(error)));
      page.on('requestfailed', (request) => isLeftIcon(request) || problems.push(request.url()));
      page.on('console', (message) => problems.push(`${message.type()} ${message.text()}`));
      page.on('request', (request) => {
        if (!request.url().startsWith(server.url)) problems.push(`requested ${request.url()}`);
      });
    });
    // Browsers log the status of an error page, which is expected here.
    expect(problems.filter((line) => !/the server responded with a status of (404|409|422)/.test(line))).toEqual([]);
    await context.close();
  });
});

test('the error summary gets the focus and links to the fields', async () => {
  const view = views.find(({ name }) => name === 'register-problem');
  if (!view) throw new Error('Unknown view.');
  const { context, page } = await openView(browser, fixture, view);
  expect(await page.locator('.problem').evaluate((element) => element.matches(':focus'))).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.locator('#register-email').evaluate((element) => element.matches(':focus'))).toBe(true);
  expect(await page.title()).toBe('Problem: Create your account · Askwell');
  await expect.poll(() => page.inputValue('#register-name')).toBe('New <b>Owner</b>');
  await expect.poll(() => page.inputValue('#register-password')).toBe('');
  await context.close();
});
