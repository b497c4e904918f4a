import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parts } from '../../src/dashboard/browser/elements/parts.js';
import { createAsk } from '../support/asks/create-ask.js';
import { launchChromium } from '../support/browser/chromium.js';
import { type OtherSite, startOtherSite } from '../support/browser/other-site.js';
import { call } from '../support/http/http-client.js';
import { createOwner, type Owner } from '../support/servers/create-owner.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';
import { beyond, faults } from './faults.js';

let browser: Browser;
let server: SocketServer;
let site: OtherSite;
let owner: Owner;
let key: string;
beforeAll(async () => {
  browser = await launchChromium();
  server = await startServer();
  const policy = `default-src 'none'; script-src ${server.url}; connect-src ${server.url}; img-src ${server.url}`;
  site = await startOtherSite({ 'content-security-policy': `${policy}; require-trusted-types-for 'script'` });
  owner = await createOwner(server.services);
  key = await owner.key();
});
afterAll(async () => {
  await browser.close();
  await site.close();
  await server.close();
});

test('a page of another origin with a strict policy edits a form, and continues with a new token', async () => {
  const id = await createAsk(server, key, 'forms', {
    title: 'Feedback',
    fields: [
      { type: 'short_text', label: 'Name' },
      { type: 'rating', label: 'Rating' },
    ],
  });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    // Chromium reports the responses to expired tokens too.
    if (message.type() === 'error' && !message.text().includes('401')) errors.push(message.text());
  });
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') loaded.push(new URL(request.url()).pathname);
  });
  const createToken = () =>
    server.askwell.tokens.create(owner.session.account, { asks: [id], can: ['edit', 'publish', 'results'] });
  const [first, second] = [await createToken(), await createToken()];
  const urlWith = (token: string) =>
    site.urlOf(
      `<script async src="${server.url}/editor.js"></script><main><h1>Our forms</h1><askwell-editor ask-id="${id}" token="${token}"></askwell-editor></main>`,
    );
  await page.goto(urlWith(first.raw));
  await page.locator('body').evaluate((body) => {
    for (const name of ['saved', 'published', 'token'])
      body.addEventListener(`askwell:${name}`, () => body.classList.add(name));
  });

  // The preview is the widget in the shadow root of the editor.
  await page.locator('askwell-editor askwell-form').getByText('Feedback').waitFor();
  await page.locator('#m-title').fill('How was it?');
  await page.locator('body.saved').waitFor();
  await page.locator('askwell-editor askwell-form').getByText('How was it?').waitFor();
  expect(await page.locator('#m-title').evaluate((title) => title.matches(':focus'))).toBe(true);
  await page.locator('askwell-editor askwell-form').getByRole('radio').first().focus();
  for (const [key, title] of [
    ['Control+z', 'Feedback'],
    ['Control+y', 'How was it?'],
  ] as const) {
    await page.keyboard.press(key);
    await page.locator('askwell-editor askwell-form').getByText(title).waitFor();
    expect(await page.locator('#m-title').inputValue()).toBe(title);
  }

  await page.getByText('Add field').click();
  await page.getByRole('button', { name: 'Email', exact: true }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Schedule' }).waitFor();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.locator('askwell-editor askwell-form').getByText('How was it?').waitFor();

  // What is typed while the token is expired is saved with the next token.
  await server.askwell.tokens.revoke(owner.session.account, first.id);
  await page.locator('.outline').getByRole('link', { name: 'Title and description' }).click();
  await page.locator('#m-title').fill('How was your visit?');
  await page.locator('body.token').waitFor();
  await page.getByText('Not saved yet: your access has expired.').waitFor();
  await page.locator('askwell-editor').evaluate((editor, token) => Object.assign(editor, { token }), second.raw);
  await page.getByText(/^Saved\./).waitFor();
  expect(await page.locator('#m-title').inputValue()).toBe('How was your visit?');

  await page.getByRole('button', { name: 'Publish' }).click();
  await page.locator('body.published').waitFor();
  // There is nothing to publish then.
  await expect.poll(() => page.locator('#editor-publish').isDisabled()).toBe(true);
  const published = await call(server, 'GET', `/api/v1/forms/${id}`, { key });
  const { title, fields } = Object(published.at('data'));
  const types = fields.map(({ type }: { type: string }) => type);
  expect([title, types.sort()]).toEqual(['How was your visit?', ['email', 'rating', 'short_text']]);
  const { id: name } = fields.find(({ label }: { label: string }) => label === 'Name');
  const answers = { [name]: 'Kim' };
  expect((await call(server, 'POST', `/api/v1/forms/${id}/submissions`, { body: { answers } })).status).toBe(201);
  // The size of these files is limited.
  expect(loaded).toEqual(['/editor.js', '/widget.js', '/embed/widget/questions.js']);
  expect(errors).toEqual([]);
  for (const [colorScheme, forcedColors] of [
    ['light', 'none'],
    ['dark', 'none'],
    ['light', 'active'],
  ] as const) {
    await page.emulateMedia({ colorScheme, forcedColors });
    expect(await faults(page)).toEqual([]);
  }
  for (const width of [360, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await beyond(page)).toBe(0);
  }

  // Its results are a tab, until another tab is chosen.
  await page.locator('askwell-editor').getByRole('link', { name: 'Results' }).click();
  await page.locator('askwell-editor').getByText('Kim').waitFor();
  expect(await page.locator('#m-title').isVisible()).toBe(false);
  expect(await faults(page)).toEqual([]);
  await page.locator('askwell-editor').getByRole('link', { name: 'Edit' }).click();
  await page.locator('#m-title').waitFor();
  expect(await page.locator('askwell-editor').getByText('Kim').isVisible()).toBe(false);

  // The page sets the colors.
  await page.emulateMedia({ forcedColors: 'none' });
  await page
    .locator('askwell-editor')
    .evaluate((editor) => editor.style.setProperty('--askwell-paper', 'rgb(1, 2, 3)'));
  expect(
    await page
      .locator('askwell-editor .element')
      .evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).backgroundColor),
  ).toBe('rgb(1, 2, 3)');

  // The page styles the parts, which stay while the editor renders.
  const partsOf = (element: string) =>
    page.locator(`${element} .element`).evaluate((root) => {
      const all = [root, ...root.querySelectorAll('[part]')];
      return [...new Set(all.flatMap((part) => part.getAttribute('part')?.split(' ') ?? []))];
    });
  await page.evaluate(`(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('askwell-editor::part(input) { letter-spacing: 3px }');
    document.adoptedStyleSheets = [sheet];
  })()`);
  await page.locator('#m-title').fill('A title in wide letters');
  await page.getByText(/^Saved\./).waitFor();
  expect(
    await page
      .locator('#m-title')
      .evaluate((title) => title.ownerDocument.defaultView?.getComputedStyle(title).letterSpacing),
  ).toBe('3px');
  await page.locator('.outline-item a').first().click();
  await page.locator('[part~=primary]', { hasText: 'Publish' }).waitFor();
  const named = new Set(await partsOf('askwell-editor'));

  // The results, in an element of their own.
  await page.goto(
    site.urlOf(
      `<script async src="${server.url}/editor.js"></script><main><h1>Results</h1><askwell-results ask-id="${id}" token="${second.raw}"></askwell-results><askwell-asks token="${second.raw}"></askwell-asks></main>`,
    ),
  );
  await page.locator('askwell-results').getByText('Kim').waitFor();
  await page.locator('askwell-asks [part~=entry]').waitFor();
  for (const element of ['askwell-results', 'askwell-asks']) for (const name of await partsOf(element)) named.add(name);
  // There is no chart of bars, and nothing is wrong.
  const absent = ['bars', 'result', 'bar', 'figure', 'error', 'notice'];
  expect(Object.keys(parts).filter((name) => !named.has(name) && !absent.includes(name))).toEqual([]);
  await page.getByRole('button', { name: '7 days' }).click();
  await page.getByText('Answers of the last 7 days.').waitFor();
  expect(await page.locator('askwell-results a[href*="/dashboard/"]').count()).toBe(0);
  expect(await faults(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 900 });
  expect(await beyond(page)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(errors).toEqual([]);

  // Only allowed types and settings are offered.
  const limited = await server.askwell.tokens.create(owner.session.account, {
    asks: [id],
    can: ['edit'],
    types: ['short_text', 'email'],
    locked: { locale: 'en' },
    hidden: ['receipt'],
  });
  await page.goto(urlWith(limited.raw));
  await page.getByText('Add field').click();
  expect(await page.locator('.type-button').allTextContents()).toEqual(['Short text', 'Email']);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Schedule' }).waitFor();
  expect(await page.getByLabel('Language').count()).toBe(0);
  expect(
    await page
      .locator('.element-head')
      .getByText(/^(Publish|Close|Delete)/)
      .count(),
  ).toBe(0);

  // The form is closed, opened again and deleted, each with an event.
  const account = owner.session.account;
  const all = await server.askwell.tokens.create(account, { asks: [id], can: ['edit', 'publish', 'delete'] });
  await page.goto(urlWith(all.raw));
  await page.locator('body').evaluate((body) => {
    for (const name of ['closed', 'published', 'deleted'])
      body.addEventListener(`askwell:${name}`, () => body.classList.add(name));
  });
  await page.getByRole('button', { name: 'Close' }).click();
  await page.locator('body.closed').waitFor();
  expect((await server.askwell.forms.get(account, id)).status).toBe('closed');
  await page.getByRole('button', { name: 'Reopen' }).click();
  await page.locator('body.published').waitFor();
  await page.getByRole('button', { name: 'Close' }).waitFor();
  await page.getByText('Delete …').click();
  expect(await faults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Delete this form' }).click();
  await page.locator('body.deleted').waitFor();
  await page.getByText('The form is deleted.').waitFor();
  await expect(server.askwell.forms.get(account, id)).rejects.toThrow('Not found');
  await context.close();
});
