import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/chromium.js';
import { createDashboardFixture, type DashboardFixture } from './dashboard-fixture.js';
import { beyond, faults, isLeftIcon } from './faults.js';
import { views } from './views/index.js';
import { openView, type View } from './views/view.js';

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

/** Opens a view. Fails if the page violates its policy, logs anything, or requests anything from another server. */
async function openQuietly(view: View, colorScheme: 'light' | 'dark') {
  const problems: string[] = [];
  const server = view.server(fixture);
  const options = { viewport: wide, colorScheme, reducedMotion: 'reduce' } as const;
  const opened = await openView(browser, fixture, view, options, (page) => {
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('requestfailed', (request) => isLeftIcon(request) || problems.push(request.url()));
    page.on('console', (message) => problems.push(`${message.type()} ${message.text()}`));
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url)) problems.push(`requested ${request.url()}`);
    });
  });
  // Browsers log the status of an error page, which is expected here.
  expect(problems.filter((line) => !/the server responded with a status of (404|409|422)/.test(line))).toEqual([]);
  return opened;
}

async function expectAccessible(page: Page): Promise<void> {
  for (const viewport of [wide, narrow]) {
    await page.setViewportSize(viewport);
    expect(await faults(page)).toEqual([]);
    expect(await beyond(page)).toBe(0);
  }
}

test.each(views)(
  '$name violates no policy, is accessible in light and dark, and has no horizontal overflow at 320 px',
  async (view) => {
    const light = await openQuietly(view, 'light');
    await expectAccessible(light.page);
    if ((await light.page.locator('askwell-poll, askwell-quiz, askwell-form').count()) > 0) {
      // Chromium does not always repaint the results of a widget before axe reads their colors.
      const dark = await openQuietly(view, 'dark');
      await expectAccessible(dark.page);
      await dark.context.close();
    } else {
      await light.page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(light.page);
    }
    await light.context.close();
  },
);

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
