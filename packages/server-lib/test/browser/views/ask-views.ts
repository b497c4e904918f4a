import type { Page } from 'playwright-core';
import { newcomer, open, regular, sendAsIs, type View } from './view.js';

/** Opens a tab of the sample ask of a kind. */
async function openTab(page: Page, kind: 'poll' | 'quiz' | 'form', tab: string): Promise<void> {
  const path = await page.locator(`.ask-link[href*="/${kind}_"]`).first().getAttribute('href');
  await page.goto(new URL((path ?? '').replace(/[^/]*$/, tab), page.url()).href);
  // A narrow window does not show the preview beside the outline.
  if (tab === 'edit' || tab === 'design')
    await page.locator(`askwell-${kind}[state=open]`).waitFor({ state: 'attached' });
}

async function openDeletion(page: Page): Promise<void> {
  await page.getByRole('checkbox').first().check();
  await page.locator('.bulk').getByRole('button', { name: 'Delete' }).click();
  await page.locator('.deletion').waitFor();
}

/** The list of asks, new ones, and the editor. */
export const askViews: readonly View[] = [
  { name: 'asks-empty', server: open, owner: newcomer, path: '/dashboard' },
  { name: 'asks', server: open, owner: regular, path: '/dashboard' },
  {
    name: 'asks-menu',
    server: open,
    owner: regular,
    path: '/dashboard',
    act: (page) => page.locator('.menu summary').first().click(),
  },
  { name: 'asks-filtered', server: open, owner: regular, path: '/dashboard?q=nothing&status=open' },
  { name: 'asks-archive', server: open, owner: regular, path: '/dashboard?archived=yes' },
  { name: 'asks-delete', server: open, owner: regular, path: '/dashboard', act: openDeletion },
  { name: 'new', server: open, owner: regular, path: '/dashboard/asks/new' },
  {
    name: 'new-problem',
    server: open,
    owner: regular,
    path: '/dashboard/asks/new',
    async act(page) {
      await page.getByText('Paste code').click();
      await sendAsIs(page, '#json');
    },
  },
  ...(['poll', 'quiz', 'form'] as const).flatMap((kind): View[] => [
    {
      name: `edit-${kind}`,
      server: open,
      owner: regular,
      path: '/dashboard',
      act: (page) => openTab(page, kind, 'edit'),
    },
    {
      name: `settings-${kind}`,
      server: open,
      owner: regular,
      path: '/dashboard',
      act: (page) => openTab(page, kind, 'settings'),
    },
  ]),
  ...(['quiz', 'form'] as const).map(
    (kind): View => ({
      name: `edit-${kind}-item`,
      server: open,
      owner: regular,
      path: '/dashboard',
      async act(page) {
        await openTab(page, kind, 'edit');
        await page.locator('.outline-item > a:first-of-type').nth(1).click();
        await page.locator('.outline-item.current').waitFor();
      },
    }),
  ),
  { name: 'design', server: open, owner: regular, path: '/dashboard', act: (page) => openTab(page, 'poll', 'design') },
  {
    name: 'logic',
    server: open,
    owner: regular,
    path: '/dashboard',
    async act(page) {
      const path = await page.locator('.ask-link', { hasText: 'Register for the event' }).getAttribute('href');
      const query = '?try=1&a.attendance=online&item=lunch';
      await page.goto(new URL(`${path?.replace(/[^/]*$/, 'logic')}${query}`, page.url()).href);
      await page.locator('#condition').waitFor();
    },
  },
  {
    name: 'edit-problem',
    server: open,
    owner: regular,
    path: '/dashboard',
    async act(page) {
      await openTab(page, 'form', 'edit');
      await page.getByRole('link', { name: 'Title and description' }).click();
      await page.fill('[name=title]', '');
      // The form would abort a request of the editor that is still in progress.
      await page.locator('[data-save-state]', { hasText: 'Needs a fix' }).waitFor();
      await page.getByRole('button', { name: 'Publish' }).click();
      await page.locator('.problem[role=alert]').waitFor();
    },
  },
  { name: 'code', server: open, owner: regular, path: '/dashboard', act: (page) => openTab(page, 'poll', 'code') },
  {
    name: 'results',
    server: open,
    owner: regular,
    path: '/dashboard',
    act: (page) => openTab(page, 'poll', 'results'),
  },
];
