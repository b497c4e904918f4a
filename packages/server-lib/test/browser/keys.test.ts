import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.js';
import { call } from '../support/client.js';
import { createOwner } from '../support/owner.js';
import { startServer, type TestServer } from '../support/server.js';
import { openWindow } from './scene.js';

let browser: Browser;
let server: TestServer;
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

test('with scripts off, from registration to a key that works and one that does no more', async () => {
  const page = await openPage({ javaScriptEnabled: false });
  await page.goto(server.url);
  await page.getByRole('link', { name: 'Create an account' }).first().click();
  await page.getByLabel('Name').fill('Without Scripts');
  await page.getByLabel('E-mail').fill('plain@example.com');
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Create account' }).click();

  await page.getByRole('link', { name: 'Sites' }).click();
  await page.getByLabel('Name').fill('Shop');
  await page.getByLabel('Allowed origins').fill('https://shop.example.com');
  await page.getByRole('button', { name: 'Create site' }).click();

  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByLabel('Name').fill('Reports');
  await page.getByLabel('Works for').selectOption({ label: 'Shop' });
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = await page.getByLabel('API key', { exact: true }).inputValue();
  expect(await statusOf(key)).toBe(200);
  await expect.poll(() => page.getByRole('button', { name: 'Copy' }).count()).toBe(0);

  await page.getByRole('link', { name: 'I have copied it' }).click();
  const row = page.getByRole('row', { name: /Reports/ });
  await expect.poll(() => row.locator('time').first().textContent()).toMatch(/ UTC$/);
  await row.locator('summary').click();
  await row.getByRole('button', { name: 'Delete key' }).click();
  await page.getByText('The key is deleted.').waitFor();
  expect(await statusOf(key)).toBe(401);

  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
});

describe('with scripts on', () => {
  test('the key is copied by a button that says so', async () => {
    const page = await openKeys({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByLabel('Name').fill('Copied');
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = await page.getByLabel('API key', { exact: true }).inputValue();
    await page.getByRole('button', { name: 'Copy the key' }).click();
    await page.getByRole('button', { name: 'Copied the key' }).waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(key);
    await page.getByRole('button', { name: 'Copy the command' }).click();
    await page.getByRole('button', { name: 'Copied the command' }).waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(
      `curl ${server.url}/api/v1/me \\\n  -H "X-API-Key: $ASKWELL_KEY"`,
    );
  });

  test('times are told in the zone of the reader, with the exact UTC time at hand', async () => {
    const page = await openKeys({ timezoneId: 'Asia/Kathmandu' });
    await page.getByLabel('Name').fill('Timed');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('link', { name: 'I have copied it' }).click();
    const time = page.locator('time').first();
    const at = new Date((await time.getAttribute('datetime')) ?? '');
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kathmandu', timeStyle: 'short' }).format(at);
    await expect.poll(() => time.textContent()).toContain(clock);
    await expect.poll(() => time.textContent()).not.toContain('UTC');
    await expect.poll(() => time.getAttribute('title')).toMatch(/^[\d-]{10} [\d:]{8}\.\d{6} UTC$/);
  });

  test('a form that is on its way can not be sent twice', async () => {
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
    await page.getByRole('heading', { name: 'Your key is ready' }).waitFor();
    expect(posts).toBe(1);
  });

  test('what asks before it deletes closes by Escape and by a click elsewhere', async () => {
    const page = await openKeys();
    await page.getByLabel('Name').fill('Kept');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('link', { name: 'I have copied it' }).click();
    const summary = page.locator('.confirm summary');
    const submit = page.getByRole('button', { name: 'Delete key' });
    await summary.click();
    await submit.waitFor();
    await page.keyboard.press('Escape');
    await submit.waitFor({ state: 'hidden' });
    expect(await summary.evaluate((element) => element.matches(':focus'))).toBe(true);
    await summary.click();
    await submit.waitFor();
    await page.getByRole('heading', { name: 'API keys' }).click();
    await submit.waitFor({ state: 'hidden' });
  });
});

test('by keyboard alone: register, create a key, delete it', async () => {
  const page = await openPage();
  /** Goes on until what has the focus is called so. */
  const tabTo = async (name: string): Promise<void> => {
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press('Tab');
      const text = await page.evaluate<string>(
        `(() => { const it = document.activeElement; return it.labels?.[0]?.innerText ?? it.innerText ?? ''; })()`,
      );
      if (text.replace(/\s+/g, ' ').trim().startsWith(name)) return;
    }
    throw new Error(`The keyboard does not get to "${name}".`);
  };
  const press = (key: string) => page.keyboard.press(key);

  await page.goto(`${server.url}/register`);
  // The first field takes the focus by itself, once the page is there.
  await page.locator('#register-name:focus').waitFor();
  await page.keyboard.type('Keyboard');
  await tabTo('E-mail');
  await page.keyboard.type('keyboard@example.com');
  await tabTo('Password');
  await page.keyboard.type('correct horse');
  await press('Enter');
  await page.getByRole('heading', { name: 'Welcome, Keyboard' }).waitFor();

  await tabTo('Skip to the content');
  await press('Enter');
  await tabTo('Create a key');
  await press('Enter');
  await page.getByRole('heading', { name: 'Create a key' }).waitFor();
  await tabTo('Name');
  await page.keyboard.type('Typed');
  await tabTo('Create key');
  await press('Enter');
  await page.getByRole('heading', { name: 'Your key is ready' }).waitFor();
  await tabTo('API key');
  const key = await page.getByLabel('API key', { exact: true }).inputValue();
  expect(await statusOf(key)).toBe(200);

  await tabTo('I have copied it');
  await press('Enter');
  await page.getByRole('row', { name: /Typed/ }).waitFor();
  await tabTo('Delete Typed');
  await press('Enter');
  await tabTo('Delete key');
  await press('Enter');
  await page.getByText('The key is deleted.').waitFor();
  expect(await statusOf(key)).toBe(401);
});
