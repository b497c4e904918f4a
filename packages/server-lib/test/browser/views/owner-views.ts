import type { Page } from 'playwright-core';
import { newcomer, open, regular, sendAsIs, type View } from './view.js';

async function openSiteDesign(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Design of Shop' }).click();
  await page.locator('askwell-poll[state=open]').waitFor();
}

async function openSite(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Shop', exact: true }).click();
  await page.waitForSelector('#site');
}

/** Sites and the account. */
export const ownerViews: readonly View[] = [
  { name: 'guide', server: open, owner: regular, path: '/dashboard/guide' },
  { name: 'dashboard-not-found', server: open, owner: regular, path: '/dashboard/nowhere' },
  { name: 'sites-empty', server: open, owner: newcomer, path: '/dashboard/sites' },
  { name: 'sites', server: open, owner: regular, path: '/dashboard/sites?notice=site-saved' },
  {
    name: 'sites-problem',
    server: open,
    owner: regular,
    path: '/dashboard/sites',
    async act(page) {
      await page.fill('#site-origins', 'https://example.com/path\nhttps://fine.example.com\nexample');
      await sendAsIs(page, '#site');
    },
  },
  { name: 'site', server: open, owner: regular, path: '/dashboard/sites', act: openSite },
  { name: 'site-design', server: open, owner: regular, path: '/dashboard/sites', act: openSiteDesign },
  {
    name: 'site-conflict',
    server: open,
    owner: regular,
    path: '/dashboard/sites',
    async act(page) {
      await openSite(page);
      // The page of a site with a key has no button. It may have been opened before the key was created.
      await page.evaluate(`
        const form = Object.assign(document.createElement('form'), { method: 'post', action: location.pathname + '/delete' });
        document.body.append(form);
        form.submit();
      `);
      await page.waitForSelector('.problem');
    },
  },
  { name: 'account', server: open, owner: regular, path: '/dashboard/account' },
  {
    name: 'account-password-problem',
    server: open,
    owner: regular,
    path: '/dashboard/account',
    async act(page) {
      await page.locator('.reveal:has(#password) > summary').click();
      await sendAsIs(page, '#password');
    },
  },
  {
    name: 'account-deletion-problem',
    server: open,
    owner: regular,
    path: '/dashboard/account',
    async act(page) {
      await page.locator('.reveal:has(#deletion) > summary').click();
      await page.fill('#deletion-password', 'not it');
      await sendAsIs(page, '#deletion');
    },
  },
];
