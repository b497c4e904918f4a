import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/chromium.js';
import { createOwner, type Owner } from '../support/servers/create-owner.js';
import { startServer, type TestServer } from '../support/servers/start-server.js';
import { openWindow } from './dashboard-fixture.js';

let browser: Browser;
let server: TestServer;
let owner: Owner;
let context: BrowserContext;
let page: Page;
let pollId: string;
beforeAll(async () => {
  browser = await launchChromium();
  server = await startServer();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});
beforeEach(async () => {
  owner = await createOwner(server.services);
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], status: 'draft' as const };
  pollId = (await server.askwell.polls.create(account(), draft)).id;
  context = await openWindow(browser, server, owner, { reducedMotion: 'reduce' });
  page = await context.newPage();
  page.setDefaultTimeout(8_000);
  await page.goto(editUrl());
});
afterEach(() => context.close());

const account = () => owner.session.account.id;
const editUrl = () => `${server.url}/dashboard/asks/${pollId}/edit`;
const stored = () => server.askwell.polls.get(account(), pollId);
const saveState = (text: string, of = page): Locator => of.locator('[data-save-state]', { hasText: text });
const saved = (of = page) => saveState('Saved.', of).waitFor();
const label = (at: number) => page.locator(`[name="options.${at}.label"]`);
const canvas = () => page.locator('askwell-poll');

test('saves what is typed and shows it in the preview', async () => {
  await page.fill('[name=title]', 'Dinner?');
  await canvas().getByText('Dinner?').waitFor();
  expect(await stored()).toMatchObject({ title: 'Dinner?', status: 'draft' });
  await label(0).fill('');
  await saveState('Some things need a change').waitFor();
  expect(await page.locator('#m-options-0-label-fault').textContent()).toBe('Required.');
  expect(await label(0).getAttribute('aria-invalid')).toBe('true');
  await label(0).fill('Stew');
  await canvas().getByText('Stew').waitFor();
  expect(await page.locator('.fault').count()).toBe(0);
});

test('adds options by keyboard, undoes and does again', async () => {
  await page.getByRole('button', { name: 'Add', exact: true }).focus();
  await page.keyboard.press('Enter');
  await canvas().getByText('Option 3').waitFor();
  await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('options.2.label');
  await page.keyboard.type('Bread');
  await canvas().getByText('Bread').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await canvas().getByText('Option 3').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => label(2).count()).toBe(0);
  await page.getByRole('button', { name: 'Redo' }).click();
  await canvas().getByText('Option 3').waitFor();
  await page.getByRole('button', { name: 'Redo' }).click();
  await canvas().getByText('Bread').waitFor();
  expect((await stored()).options.map((option) => option.label)).toEqual(['Soup', 'Salad', 'Bread']);
});

test('a second tab does not overwrite the first: both versions are shown, and one can be kept', async () => {
  const second = await context.newPage();
  await second.goto(editUrl());
  await second.fill('[name=title]', 'Theirs');
  await expect.poll(async () => (await stored()).title).toBe('Theirs');
  await page.fill('[name=title]', 'Mine');
  await page.getByText('Your changes were not saved.').waitFor();
  expect(await page.locator('tbody').innerText()).toMatch(/title\s+Mine\s+Theirs/);
  expect((await stored()).title).toBe('Theirs');
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.waitForURL('**/code');
  expect((await stored()).title).toBe('Mine');
});

test('keeps what was typed without a connection or a session, and saves it as soon as it can', async () => {
  await context.setOffline(true);
  await page.fill('[name=title]', 'Offline');
  await saveState('the server cannot be reached').waitFor();
  expect((await stored()).title).toBe('Lunch?');
  await context.setOffline(false);
  await saved();
  expect((await stored()).title).toBe('Offline');

  const cookies = await context.cookies();
  await context.clearCookies();
  await page.fill('[name=title]', 'Signed out');
  await saveState('you are signed out').waitFor();
  await context.addCookies(cookies);
  await saved();
  expect((await stored()).title).toBe('Signed out');
});

test('keeps what was typed after the poll was deleted in another tab, and says so', async () => {
  await server.askwell.polls.delete(account(), pollId);
  await page.fill('[name=title]', 'Too late');
  await saveState('this was deleted').waitFor();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await saveState('this was deleted').waitFor();
  expect(await page.inputValue('[name=title]')).toBe('Too late');
});

test('texts are edited in the preview', async () => {
  await canvas().getByText('Salad').dblclick();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Fruit');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored()).options[1]?.label).toBe('Fruit');
  expect(await label(1).inputValue()).toBe('Fruit');
});

test('pages and titles are found by the keyboard', async () => {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('lunch');
  await page.getByRole('dialog', { name: 'Find' }).getByRole('link', { name: 'Lunch?' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(editUrl());
  await page.locator('h1').click();
  await page.keyboard.press('n');
  await page.waitForURL('**/dashboard/asks/new');
});

test('the whole way from a template to a published form works by the keyboard alone', async () => {
  await page.goto(`${server.url}/dashboard/asks/new`);
  await page.getByRole('button', { name: 'Use template Contact form' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/edit');
  const id = page.url().split('/').at(-2) ?? '';
  await page.locator('[name=title]').focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Write to us');
  await saved();
  const first = page.locator('.outline-item').first();
  const before = await first.textContent();
  await page
    .getByRole('button', { name: /^Move down/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => first.textContent()).not.toBe(before);
  await page.locator('form[data-autosave]').getByText('Add field').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Date', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/edit?item=*');
  await page.getByRole('button', { name: 'Publish', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/share?notice=published');
  const form = await server.askwell.forms.get(account(), id);
  expect([form.title, form.status, form.fields.at(-1)?.type]).toEqual(['Write to us', 'open', 'date']);
});
