import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/chromium.js';
import { call } from '../support/http/http-client.js';
import { createOwner } from '../support/servers/create-owner.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';
import { beyond, faults } from './faults.js';

let server: SocketServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ basePath: '/x/polls' }), launchChromium()]);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

/** Returns the entry of an operation. */
const operation = (page: Page, id: string): Locator => page.locator('.operation', { has: page.locator(`#${id}`) });

/** Opens the page and one of its operations. Collects console messages and requests to other origins. */
async function openDocs(
  options: BrowserContextOptions = {},
  id = 'createPoll',
): Promise<{ page: Page; entry: Locator; problems: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => problems.push(`${message.type()} ${message.text()}`));
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('requestfailed', (request) => problems.push(`failed: ${request.url()}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url)) problems.push(`requested ${request.url()}`);
  });
  await page.goto(`${server.url}/docs`);
  const entry = operation(page, id);
  // On a small screen, the operations are in closed groups.
  if (!(await entry.isVisible())) await page.getByRole('link', { name: 'Polls', exact: true }).click();
  await entry.locator('summary').click();
  await entry.getByRole('heading', { name: 'Responses' }).waitFor();
  return { page, entry, problems };
}

/** Opens the form of an operation, and sends it. */
async function send(page: Page, entry: Locator, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await entry.getByRole('button', { name: 'Send a request' }).click();
  await entry.getByRole('button', { name: 'Send', exact: true }).click();
}

test('shows all operations, violates no Content-Security-Policy and requests nothing from other origins', async () => {
  const { page, problems } = await openDocs();
  const document = JSON.parse((await call(server, 'GET', '/openapi.json')).text);
  const count = Object.values<object>(document.paths).flatMap((item) => Object.keys(item)).length;
  await expect.poll(() => page.locator('.operation').count()).toBe(count);
  expect(await page.title()).toBe('REST API · Askwell');
  expect(problems).toEqual([]);
  await page.context().close();
});

test('sends a request with an entered API key, which it does not store', async () => {
  const { page, entry, problems } = await openDocs();
  const key = await (await createOwner(server.services)).key();
  await send(page, entry, key);
  await entry.getByText('201 Created', { exact: true }).waitFor();
  expect(await entry.locator('[role=status] pre').innerText()).toContain('"title": "Lunch?"');
  expect(problems).toEqual([]);
  const stored = await page.evaluate<unknown>('[localStorage.length, sessionStorage.length, document.cookie]');
  expect(stored).toEqual([0, 0, '']);
  await page.reload();
  expect(await page.getByLabel('API key').inputValue()).toBe('');
  await page.context().close();
});

test('sends parameters of the path, the query and the headers', async () => {
  const { page, entry } = await openDocs({}, 'listVotes');
  const key = await (await createOwner(server.services)).key();
  const poll = await call(server, 'POST', '/api/v1/polls', { key, body: { title: 'Lunch?', options: ['a', 'b'] } });
  await page.getByLabel('API key').fill(key);
  await entry.getByRole('button', { name: 'Send a request' }).click();
  await entry.getByLabel('id (path)').fill(poll.id('data.id'));
  await entry.getByLabel('format (query)').fill('csv');
  await entry.getByLabel('X-Request-Id (header)').fill('my-request');
  const sent = page.waitForRequest(/votes/);
  await entry.getByRole('button', { name: 'Send', exact: true }).click();
  expect(new URL((await sent).url()).pathname).toBe(`/x/polls/api/v1/polls/${poll.id('data.id')}/votes`);
  await entry.getByText('200 OK', { exact: true }).waitFor();
  const shown = await entry.locator('[role=status] pre').innerText();
  expect(shown).toContain('x-request-id: my-request');
  expect(shown).toContain('content-type: text/csv');
  await page.context().close();
});

/** Removes the entries whose elements have the names, classes and attributes of earlier entries. */
function removeRepeatedEntries(page: Page): Promise<number> {
  return page.locator('.operation').evaluateAll((entries) => {
    const seen = new Set<string>();
    for (const entry of entries) {
      const looks = [...entry.querySelectorAll('*')].map((one) =>
        [one.parentElement, one]
          .map((element) => [element?.localName, element?.className, element?.getAttributeNames()].join('.'))
          .join(' > '),
      );
      if (looks.every((look) => seen.has(look))) entry.remove();
      for (const look of looks) seen.add(look);
    }
    return entries.filter((entry) => entry.isConnected).length;
  });
}

// axe takes long for more than two hundred open entries, most of which repeat the same structure.
test('is accessible, narrow in dark and wide in light', { timeout: 90_000 }, async () => {
  // The Content-Security-Policy would block axe.
  const narrow = { colorScheme: 'dark', viewport: { width: 320, height: 640 } } as const;
  const { page, entry } = await openDocs({ bypassCSP: true, reducedMotion: 'reduce', ...narrow });
  await send(page, entry, 'ask_wrong');
  await entry.getByText('401 Unauthorized', { exact: true }).waitFor();
  // All entries at once, in which every type of schema and response is shown.
  await page.locator('details').evaluateAll((all) => {
    for (const details of all) details.setAttribute('open', '');
  });
  expect(await beyond(page)).toBe(0);
  const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  expect(await removeRepeatedEntries(page)).toBeGreaterThan(1);
  expect(await faults(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1200, height: 900 });
  expect(await faults(page)).toEqual([]);
  await page.context().close();
});

test('follows the color scheme', async () => {
  const { page } = await openDocs();
  const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  // The first number of an `oklch()` color is its lightness.
  const isDark = async () => Number(/[\d.]+/.exec(await background())) < 0.5;
  expect(await isDark()).toBe(false);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(isDark).toBe(true);
  await page.context().close();
});

test('opens the operation in the URL, and can be used by keyboard', async () => {
  const { page } = await openDocs();
  await page.goto(`${server.url}/docs#castVote`);
  await operation(page, 'castVote').getByRole('heading', { name: 'Responses' }).waitFor();
  await page.getByRole('link', { name: 'Create a site' }).press('Enter');
  await operation(page, 'createSite').getByRole('heading', { name: 'Responses' }).waitFor();
  await operation(page, 'getSite').locator('summary').press('Enter');
  await operation(page, 'getSite').getByRole('button', { name: 'Send a request' }).press('Enter');
  expect(
    await operation(page, 'getSite')
      .getByLabel('id (path)')
      .evaluate((input) => input.matches(':focus')),
  ).toBe(true);
  await page.context().close();
});

test('closes the groups on a phone, and opens the one that a link names', async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${server.url}/docs`);
  await expect.poll(() => page.locator('.group[open]').count()).toBe(0);
  const link = page.getByRole('navigation', { name: 'Operations' }).getByRole('link', { name: 'Polls', exact: true });
  await link.click();
  await operation(page, 'createPoll').waitFor();
  // The same link opens the group again.
  await page.locator('.group[open] > summary').click();
  await operation(page, 'createPoll').waitFor({ state: 'hidden' });
  await link.click();
  await operation(page, 'createPoll').waitFor();
  expect(await page.locator('.group[open]').count()).toBe(1);
  await context.close();
});

test('shows the reference and links to the OpenAPI document without JavaScript', async () => {
  const { page, entry } = await openDocs({ javaScriptEnabled: false });
  await entry.getByText('curl "$BASE_URL/api/v1/polls"').waitFor();
  expect(await page.getByLabel('API key').isVisible()).toBe(false);
  await page.getByRole('link', { name: 'openapi.json' }).click();
  await page.waitForURL(`${server.url}/openapi.json`);
  await page.context().close();
});
