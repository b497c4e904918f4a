import { createServer } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAsk } from '../support/asks/create-ask.js';
import { launchChromium } from '../support/browser/chromium.js';
import { sendDraft } from '../support/browser/editor-client.js';
import { createFormBrowser, type FormBrowser, makeKey, register } from '../support/browser/form-browser.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';
import { beyond, faults } from './faults.js';

let browser: Browser;
let server: SocketServer;
let site: Awaited<ReturnType<typeof startSite>>;
let owner: FormBrowser;
let key: string;
beforeAll(async () => {
  browser = await launchChromium();
  server = await startServer();
  site = await startSite();
  owner = createFormBrowser(server);
  await register(owner);
  key = await makeKey(owner, { name: 'Test' });
});
afterAll(async () => {
  await browser.close();
  await site.close();
  await server.close();
});

/** Starts a site with another origin and a strict policy. The content of its pages is in their URL. */
async function startSite() {
  const listener = createServer((request, response) => {
    const body = new URL(request.url ?? '', 'http://site').searchParams.get('body');
    const policy = [
      "default-src 'none'",
      `script-src ${server.url}`,
      `connect-src ${server.url}`,
      `img-src ${server.url}`,
      "require-trusted-types-for 'script'",
    ];
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .setHeader('content-security-policy', policy.join('; '))
      .end(`<!doctype html><html lang="en"><meta name="color-scheme" content="light dark"><title>Site</title>${body}`);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  if (typeof address !== 'object' || address === null) throw new Error('The site has no address.');
  return {
    urlOf: (body: string) => `http://127.0.0.1:${address.port}/?body=${encodeURIComponent(body)}`,
    close: () => new Promise((resolve) => listener.close(resolve)),
  };
}

/** Answers the requests of the element with what the dashboard of the owner answers, if their token is valid. */
async function answerRequests(page: Page, id: string, allowed: object) {
  let token = 'first';
  const seen: string[] = [];
  const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'authorization, content-type' };
  await page.route(`${server.url}/embed/owner/**`, async (route) => {
    const request = route.request();
    const path = new URL(request.url()).pathname.replace(`/embed/owner/asks/${id}/`, '');
    if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers: cors });
    if (request.headers()['authorization'] !== `Bearer ${token}`)
      return route.fulfill({ status: 401, headers: cors, json: { code: 'unauthorized', message: 'Expired.' } });
    seen.push(path);
    if (path === 'working-copy') {
      const { revision, definition } = request.postDataJSON();
      const saved = await sendDraft(owner, id, revision, definition);
      return route.fulfill({ status: saved.status, headers: cors, body: saved.text, contentType: 'application/json' });
    }
    const { text } = await owner.open(`/dashboard/asks/${id}/edit`);
    const data = JSON.parse(/data-editor><script type="application\/json">(.*?)<\/script>/s.exec(text)?.[1] ?? '');
    const copy = await sendDraft(owner, id, data.copy.revision, data.copy.draft);
    const { embedded, revision } = JSON.parse(copy.text);
    if (path === 'publish') return route.fulfill({ status: 200, headers: cors, json: { revision, status: 'open' } });
    const json = {
      ...data,
      allowed,
      copy: { ...data.copy, revision },
      review: { ...data.review, embedded },
    };
    return route.fulfill({ status: 200, headers: cors, json });
  });
  return {
    seen,
    expire(next: string) {
      token = next;
    },
  };
}

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
  const requests = await answerRequests(page, id, {
    can: ['edit', 'publish'],
    types: ['short_text', 'email'],
    locked: { locale: 'en' },
    hidden: ['receipt'],
  });
  await page.goto(
    site.urlOf(
      `<script async src="${server.url}/editor.js"></script><main><h1>Our forms</h1><askwell-editor ask-id="${id}" token="first"></askwell-editor></main>`,
    ),
  );
  await page.locator('body').evaluate((body) => {
    for (const name of ['saved', 'published', 'token'])
      body.addEventListener(`askwell:${name}`, () => body.classList.add(name));
  });

  // The preview is the widget in the shadow root of the editor.
  await page.locator('askwell-editor askwell-form').getByText('Feedback').waitFor();
  await page.getByLabel('Title').fill('How was it?');
  await page.locator('body.saved').waitFor();
  await page.locator('askwell-editor askwell-form').getByText('How was it?').waitFor();
  expect(await page.getByLabel('Title').evaluate((title) => title.matches(':focus'))).toBe(true);

  // Only allowed types and settings are offered.
  await page.getByText('Add field').click();
  expect(await page.locator('.type-button').allTextContents()).toEqual(['Short text', 'Email']);
  await page.getByRole('button', { name: 'Email', exact: true }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Schedule' }).waitFor();
  expect(await page.getByLabel('Language').count()).toBe(0);
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.locator('askwell-editor askwell-form').getByText('How was it?').waitFor();

  // What is typed while the token is expired is saved with the next token.
  requests.expire('second');
  await page.locator('.outline').getByRole('link', { name: 'Title and description' }).click();
  await page.getByLabel('Title').fill('How was your visit?');
  await page.locator('body.token').waitFor();
  await page.getByText('Not saved yet: your access has ended.').waitFor();
  await page.locator('askwell-editor').evaluate((editor) => Object.assign(editor, { token: 'second' }));
  await page.getByText(/^Saved\./).waitFor();
  expect(await page.getByLabel('Title').inputValue()).toBe('How was your visit?');

  await page.getByRole('button', { name: 'Publish' }).click();
  await page.locator('body.published').waitFor();
  expect(requests.seen).toContain('publish');
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
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/${width}.png`, fullPage: true });
  }
  await context.close();
});
