import type { Page } from 'playwright-core';
import { guides } from '../../../src/dashboard/developers/index.js';
import { newcomer, open, regular, sendAsIs, type View } from './view.js';

async function createWebhook(page: Page): Promise<void> {
  await page.fill('#webhook-url', 'https://8.8.8.8/askwell-events');
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByRole('heading', { name: 'Webhook created' }).waitFor();
}

/** API keys, webhooks, requests and guides. */
export const developerViews: readonly View[] = [
  // Before the views in which the newcomer creates keys.
  { name: 'developers-empty', server: open, owner: newcomer, path: '/dashboard/developers' },
  { name: 'keys-empty', server: open, owner: newcomer, path: '/dashboard/keys' },
  { name: 'keys', server: open, owner: regular, path: '/dashboard/keys?notice=key-deleted' },
  {
    name: 'keys-confirm',
    server: open,
    owner: regular,
    path: '/dashboard/keys',
    act: (page) => page.locator('[popovertarget]').first().click(),
  },
  {
    name: 'keys-problem',
    server: open,
    owner: regular,
    path: '/dashboard/keys',
    act: (page) => sendAsIs(page, '#key'),
  },
  {
    name: 'key-created',
    server: open,
    owner: (fixture) => fixture.newcomer,
    path: '/dashboard/keys',
    async act(page) {
      await page.fill('#key-name', 'Newsletter');
      await page.click('#key button');
      await page.waitForSelector('#raw-key');
    },
  },
  { name: 'webhooks-empty', server: open, owner: newcomer, path: '/dashboard/webhooks' },
  {
    name: 'webhooks-problem',
    server: open,
    owner: regular,
    path: '/dashboard/webhooks',
    act: (page) => sendAsIs(page, '#webhook'),
  },
  {
    name: 'webhook-created',
    server: open,
    owner: regular,
    path: '/dashboard/webhooks',
    act: createWebhook,
  },
  { name: 'webhooks', server: open, owner: regular, path: '/dashboard/webhooks' },
  {
    name: 'webhook',
    server: open,
    owner: regular,
    path: '/dashboard/webhooks',
    async act(page) {
      await page.locator('main a[href*="/dashboard/webhooks/"]').first().click();
      await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
    },
  },
  { name: 'developers', server: open, owner: regular, path: '/dashboard/developers' },
  { name: 'requests-empty', server: open, owner: newcomer, path: '/dashboard/developers/requests' },
  { name: 'requests', server: open, owner: regular, path: '/dashboard/developers/requests' },
  { name: 'requests-none', server: open, owner: regular, path: '/dashboard/developers/requests?status=5xx&q=x' },
  { name: 'request', server: open, owner: regular, path: '/dashboard/developers/requests?q=faulty' },
  { name: 'guides', server: open, owner: regular, path: '/dashboard/developers/guides' },
  ...guides.map(({ name }) => ({
    name: `guide-${name}`,
    server: open,
    owner: regular,
    path: `/dashboard/developers/guides/${name}`,
  })),
];
