import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstCall } from '../../src/dashboard/home/first-call.js';
import { launchChromium } from '../support/browser/chromium.js';
import { call } from '../support/http/http-client.js';
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

async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options);
  return context.newPage();
}

async function openKeys(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await openWindow(browser, server, await createOwner(server.services), options);
  const page = await context.newPage();
  await page.goto(`${server.url}/dashboard/keys`);
  return page;
}

const statusOf = async (key: string) => (await call(server, 'GET', '/api/v1/me', { key })).status;

test('without JavaScript: register, create a key for a site, delete the key, sign out', async () => {
  const page = await openPage({ javaScriptEnabled: false });
  await page.goto(server.url);
  await page.getByRole('link', { name: 'Create account' }).first().click();
  await page.getByLabel('Name').fill('Without Scripts');
  await page.getByLabel('Email').fill('plain@example.com');
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Create account' }).click();

  await page.getByRole('link', { name: 'Sites' }).click();
  await page.getByLabel('Name').fill('Shop');
  await page.getByLabel('Web addresses').fill('https://shop.example.com');
  await page.getByRole('button', { name: 'Create site' }).click();

  await page.getByRole('link', { name: 'Developers' }).click();
  await page.getByRole('navigation', { name: 'Developers' }).getByRole('link', { name: 'API keys' }).click();
  await page.getByLabel('Name').fill('Reports');
  await page.getByLabel('Access to').selectOption({ label: 'Shop' });
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = await page.getByLabel('API key', { exact: true }).innerText();
  expect(await statusOf(key)).toBe(200);
  await expect.poll(() => page.getByRole('button', { name: 'Copy' }).count()).toBe(0);

  await page.getByRole('link', { name: 'Done' }).click();
  const row = page.getByRole('row', { name: /Reports/ });
  await expect.poll(() => row.locator('time').first().textContent()).toMatch(/ UTC$/);
  await row.getByRole('button', { name: 'Delete the key “Reports”' }).click();
  await row.getByRole('button', { name: 'Delete key' }).click();
  await page.getByText('API key deleted.').waitFor();
  expect(await statusOf(key)).toBe(401);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

describe('with JavaScript', () => {
  test('buttons copy the key and the command', async () => {
    const page = await openKeys({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByLabel('Name').fill('Copied');
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = await page.getByLabel('API key', { exact: true }).innerText();
    await page.getByRole('button', { name: 'Copy the key' }).click();
    await page.getByRole('button', { name: 'Copied the key' }).waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(key);
    await page.getByRole('button', { name: 'Copy the command' }).click();
    await page.getByRole('button', { name: 'Copied the command' }).waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(firstCall(server.url));
  });

  test('shows times in the time zone of the browser, with the exact UTC time as title', async () => {
    const page = await openKeys({ timezoneId: 'Asia/Kathmandu' });
    await page.getByLabel('Name').fill('Timed');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('link', { name: 'Done' }).click();
    const time = page.locator('time').first();
    const at = new Date((await time.getAttribute('datetime')) ?? '');
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kathmandu', timeStyle: 'short' }).format(at);
    await expect.poll(() => time.textContent()).toContain(clock);
    await expect.poll(() => time.textContent()).not.toContain('UTC');
    await expect.poll(() => time.getAttribute('title')).toMatch(/^[\d-]{10} [\d:]{8}\.\d{6} UTC$/);
  });

  test('a form cannot be sent twice while it is being sent', async () => {
    const page = await openKeys();
    let posts = 0;
    await page.route('**/dashboard/keys', async (route) => {
      if (route.request().method() === 'POST') posts++;
      await route.continue();
    });
    await page.getByLabel('Name').fill('Once');
    const button = page.getByRole('button', { name: 'Create key' });
    await button.evaluate((element) => {
      element.click();
      element.click();
      element.click();
    });
    await page.getByRole('heading', { name: 'API key created' }).waitFor();
    expect(posts).toBe(1);
  });

  test('a confirmation closes with Cancel, on Escape and on a click outside', async () => {
    const page = await openKeys();
    await page.getByLabel('Name').fill('Kept');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('link', { name: 'Done' }).click();
    const opener = page.getByRole('button', { name: 'Delete the key “Kept”' });
    const submit = page.getByRole('button', { name: 'Delete key' });
    await opener.click();
    await submit.waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await submit.waitFor({ state: 'hidden' });
    await opener.click();
    await submit.waitFor();
    await page.keyboard.press('Escape');
    await submit.waitFor({ state: 'hidden' });
    expect(await opener.evaluate((element) => element.matches(':focus'))).toBe(true);
    await opener.click();
    await submit.waitFor();
    await page.getByRole('heading', { name: 'API keys' }).click();
    await submit.waitFor({ state: 'hidden' });
  });
});

test('by keyboard alone: register, create a key, delete it', async () => {
  const page = await openPage();
  /** Presses Tab until the element with this label or text has the focus. */
  const tabTo = async (name: string): Promise<void> => {
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press('Tab');
      const text = await page.evaluate<string>(
        `(() => { const element = document.activeElement; return element.labels?.[0]?.innerText ?? element.innerText ?? ''; })()`,
      );
      if (text.replace(/\s+/g, ' ').trim().startsWith(name)) return;
    }
    throw new Error(`Tab does not reach "${name}".`);
  };
  const press = (key: string) => page.keyboard.press(key);

  await page.goto(`${server.url}/register`);
  // The first field gets the focus when the page has loaded.
  await page.locator('#register-name:focus').waitFor();
  await page.keyboard.type('Keyboard');
  await tabTo('Email');
  await page.keyboard.type('keyboard@example.com');
  await tabTo('Password');
  await page.keyboard.type('correct horse');
  await press('Enter');
  await page.getByRole('heading', { name: 'Welcome, Keyboard' }).waitFor();

  await tabTo('Skip to content');
  await press('Enter');
  await tabTo('Create an API key');
  await press('Enter');
  await page.getByRole('heading', { name: 'Create an API key' }).waitFor();
  await tabTo('Name');
  await page.keyboard.type('Typed');
  await tabTo('Create key');
  await press('Enter');
  await page.getByRole('heading', { name: 'API key created' }).waitFor();
  await tabTo('API key');
  const key = await page.getByLabel('API key', { exact: true }).innerText();
  expect(await statusOf(key)).toBe(200);

  await tabTo('Done');
  await press('Enter');
  await page.getByRole('row', { name: /Typed/ }).waitFor();
  await tabTo('Delete the key “Typed”');
  await press('Enter');
  await tabTo('Delete key');
  await press('Enter');
  await page.getByText('API key deleted.').waitFor();
  expect(await statusOf(key)).toBe(401);
});
