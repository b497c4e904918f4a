import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.js';
import { beyond, faults, isLeftIcon } from './faults.js';
import { openView, type Scene, setScene, type View, views } from './scene.js';

let browser: Browser;
let pageContext: Scene;
beforeAll(async () => {
  browser = await launchChromium();
  pageContext = await setScene();
});
afterAll(async () => {
  await browser.close();
  await pageContext.close();
});

const wide = { width: 1200, height: 800 };
const narrow = { width: 320, height: 640 };

/** Opens a view and fails if the page breaks its policy, logs anything or asks another server for anything. */
async function openQuietly(view: View, colorScheme: 'light' | 'dark') {
  const noise: string[] = [];
  const server = view.server(pageContext);
  const options = { viewport: wide, colorScheme, reducedMotion: 'reduce' } as const;
  const opened = await openView(browser, pageContext, view, options, (page) => {
    page.on('pageerror', (error) => noise.push(String(error)));
    page.on('requestfailed', (request) => isLeftIcon(request) || noise.push(request.url()));
    page.on('console', (message) => noise.push(`${message.type()} ${message.text()}`));
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url)) noise.push(`asked for ${request.url()}`);
    });
  });
  // A browser notes the status of a page that is refused; that is no fault of the page.
  expect(noise.filter((line) => !/the server responded with a status of (404|409|422)/.test(line))).toEqual([]);
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
  '$name breaks no policy, is accessible in light and dark, and nothing sticks out at 320 px',
  async (view) => {
    const light = await openQuietly(view, 'light');
    await expectAccessible(light.page);
    if ((await light.page.locator('askwell-poll').count()) > 0) {
      // Elements of the widget do not always repaint in time when the scheme changes.
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

test('what was wrong takes the focus, and its links lead to the fields', async () => {
  const view = views.find(({ name }) => name === 'register-problem');
  if (!view) throw new Error('The view is gone.');
  const { context, page } = await openView(browser, pageContext, view);
  expect(await page.locator('.problem').evaluate((element) => element.matches(':focus'))).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.locator('#register-email').evaluate((element) => element.matches(':focus'))).toBe(true);
  expect(await page.title()).toBe('Problem: Create an account · Askwell');
  await expect.poll(() => page.inputValue('#register-name')).toBe('New <b>Owner</b>');
  await expect.poll(() => page.inputValue('#register-password')).toBe('');
  await context.close();
});
