import type { Page } from 'playwright-core';
import type { DashboardFixture } from '../dashboard-fixture.js';
import type { SharedAsks } from '../sample-data.js';
import { open, regular, type View } from './view.js';

const sharePath =
  (ask: keyof SharedAsks, rest = '') =>
  ({ shared }: DashboardFixture) =>
    `/dashboard/asks/${shared[ask]}/share${rest}`;

/** The tabs for sharing and for translations. */
export const shareViews: readonly View[] = [
  ...[
    { name: 'share', path: sharePath('form') },
    {
      name: 'share-embed',
      path: sharePath('form'),
      async act(page: Page) {
        for (const way of await page.locator('.way summary').all()) await way.click();
      },
    },
    { name: 'share-draft', path: sharePath('draft') },
    { name: 'share-tickets', path: sharePath('ticketed') },
    {
      name: 'share-withdraw',
      path: sharePath('ticketed'),
      async act(page: Page) {
        await page.locator('#tickets summary', { hasText: 'Withdraw tickets' }).click();
        await page.locator('#tickets .way-body > [popovertarget]').click();
      },
    },
    {
      name: 'share-tickets-problem',
      path: sharePath('ticketed'),
      async act(page: Page) {
        await page.fill('#create-tickets-count', '0');
        await page.getByRole('button', { name: 'Create tickets' }).click();
        await page.waitForSelector('.problem');
      },
    },
    {
      name: 'share-created-tickets',
      path: sharePath('ticketed'),
      async act(page: Page) {
        await page.fill('#create-tickets-count', '60');
        await page.getByRole('button', { name: 'Create tickets' }).click();
        await page.waitForSelector('#new-tickets');
      },
    },
    { name: 'translate', path: ({ shared }: DashboardFixture) => `/dashboard/asks/${shared.form}/translate` },
    { name: 'share-prefill', path: sharePath('form', '/prefill') },
    {
      name: 'share-prefilled',
      path: sharePath('form', '/prefill?p-name=Zo%C3%AB&p-talks=o1&p-talks=o3&p-campaign=spring'),
    },
  ].map((view) => ({ ...view, server: open, owner: regular })),
];
