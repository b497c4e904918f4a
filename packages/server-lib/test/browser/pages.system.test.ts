import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/chromium.js';
import type { Owner } from '../support/servers/create-owner.js';
import type { SocketServer } from '../support/servers/start-server.js';
import { createDashboardFixture, type DashboardFixture, openWindow } from './dashboard-fixture.js';
import { beyond, faults, loadAxe, wasAborted } from './faults.js';
import { views } from './views/index.js';
import { openView, showView, type View } from './views/view.js';

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

/** A page with its faults: violations of its policy, messages, and requests to other servers. */
interface Watched {
  readonly page: Page;
  readonly problems: string[];
}

async function openWatched(server: SocketServer, owner: Owner | null): Promise<Watched> {
  const context = await openWindow(browser, server, owner, { reducedMotion: 'reduce' });
  await loadAxe(context);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('requestfailed', (request) => wasAborted(request) || problems.push(request.url()));
  page.on('console', (message) => problems.push(`${message.type()} ${message.text()}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url)) problems.push(`requested ${request.url()}`);
  });
  return { page, problems };
}

/** The page of each owner. All views of an owner use it, since a new one takes as long as a view. */
const pagesOfOwners = new Map<Owner, Watched>();

/** Runs a check with the page of the owner of a view, or with a new page for a view of visitors. */
async function withPage<Result>(view: View, check: (watched: Watched) => Promise<Result>): Promise<Result> {
  const owner = view.owner(fixture);
  const watched = (owner && pagesOfOwners.get(owner)) ?? (await openWatched(view.server(fixture), owner));
  if (owner) pagesOfOwners.set(owner, watched);
  try {
    return await check(watched);
  } finally {
    watched.problems.length = 0;
    if (!owner) await watched.page.context().close();
  }
}

/** Shows a view. Fails if the page has faults. */
async function showQuietly({ page, problems }: Watched, view: View, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(wide);
  await showView(page, fixture, view);
  // Browsers log the status of an error page, which is expected here.
  expect(problems.filter((line) => !/the server responded with a status of (404|409|410|422)/.test(line))).toEqual([]);
}

async function expectAccessibleInLight(page: Page): Promise<void> {
  expect(await faults(page)).toEqual([]);
  expect(await beyond(page)).toBe(0);
}

/** Checks a narrow page completely, and only the colors of a wide page, because the rest was checked in light. */
async function expectAccessibleInDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await faults(page, 'colors')).toEqual([]);
  await page.setViewportSize(narrow);
  expect(await faults(page)).toEqual([]);
  expect(await beyond(page)).toBe(0);
}

test.each(views)(
  '$name violates no policy, is accessible in light and dark, and has no horizontal overflow at 320 px',
  async (view) => {
    const hasWidget = await withPage(view, async (light) => {
      await showQuietly(light, view, 'light');
      await expectAccessibleInLight(light.page);
      // Chromium does not always repaint the results of a widget before axe reads their colors.
      if ((await light.page.locator('askwell-poll, askwell-quiz, askwell-form').count()) > 0) return true;
      await expectAccessibleInDark(light.page);
      return false;
    });
    if (!hasWidget) return;
    await withPage(view, async (dark) => {
      await showQuietly(dark, view, 'dark');
      await expectAccessibleInDark(dark.page);
    });
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
