import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/chromium.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';

let browser: Browser;
let server: SocketServer;
beforeAll(async () => {
  browser = await launchChromium();
  server = await startServer({ basePath: '/x/polls' });
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

/** Opens an empty page of a new visitor. */
async function newVisitor(options: BrowserContextOptions = {}): Promise<Page> {
  return (await browser.newContext(options)).newPage();
}

/** Waits until the widget has replaced the plain form. */
const widgetLoaded = (page: Page) => page.locator('askwell-poll[state=open]').waitFor();

async function vote(page: Page, label: string): Promise<void> {
  await page.getByRole('radio', { name: label }).check();
  await page.getByRole('button', { name: 'Vote' }).click();
}

/** Returns the result of an option: `100% 1 vote`. */
const figureOf = (page: Page, label: string) =>
  page.locator('askwell-poll li').filter({ hasText: label }).locator('.figure').innerText();

test('visitors vote on the landing page and see the votes of others live', async () => {
  const [first, second] = await Promise.all([newVisitor(), newVisitor()]);
  for (const page of [first, second]) {
    await page.goto(server.url);
    await widgetLoaded(page);
  }
  await vote(first, 'A quiz for a lesson');
  await first.getByText('Thanks for voting.').waitFor();
  expect(await figureOf(first, 'A quiz for a lesson')).toBe('100% 1 vote');
  await vote(second, 'I am just looking');
  await expect.poll(() => figureOf(first, 'A quiz for a lesson')).toBe('50% 1 vote');
  expect(await figureOf(first, 'I am just looking')).toBe('50% 1 vote');

  await first.reload();
  await first.getByRole('button', { name: 'Change your answer' }).click();
  await vote(first, 'I am just looking');
  await expect.poll(() => figureOf(second, 'I am just looking')).toBe('100% 2 votes');
  await Promise.all([first.context().close(), second.context().close()]);
});

/** Returns the positions and sizes of the visible parts of the poll: of the plain form or of the widget. */
function layoutOf(page: Page): Promise<unknown> {
  return page.evaluate(`(() => {
    const poll = document.querySelector('askwell-poll');
    const visible = poll.matches('[state=open]') ? poll.shadowRoot : poll;
    const boxes = [...visible.querySelectorAll('input, label, .button:not([hidden])'), poll, document.body];
    return boxes.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.textContent.trim() && element !== poll && element !== document.body, x, y, width, height].join(' ');
    });
  })()`);
}

/** Opens the page without its widget. Returns a function that loads the widget. */
async function openWithoutWidget(page: Page): Promise<() => void> {
  let loadWidget = () => {};
  const blocked = new Promise<void>((resolve) => {
    loadWidget = resolve;
  });
  await page.route('**/widget.js', (route) => blocked.then(() => route.continue()));
  await page.goto(server.url, { waitUntil: 'domcontentloaded' });
  return loadWidget;
}

test.each([320, 768, 1280])('nothing moves when the widget replaces the plain form, %i px wide', async (width) => {
  const page = await newVisitor({ viewport: { width, height: 900 } });
  const loadWidget = await openWithoutWidget(page);
  const before = await layoutOf(page);
  loadWidget();
  await widgetLoaded(page);
  expect(await layoutOf(page)).toEqual(before);
  await page.context().close();
});

test('the widget keeps the option that was chosen in the form', async () => {
  const page = await newVisitor();
  const loadWidget = await openWithoutWidget(page);
  await page.getByRole('radio', { name: 'A form to sign up with' }).check();
  loadWidget();
  await widgetLoaded(page);
  await expect.poll(() => page.getByRole('radio', { name: 'A form to sign up with' }).isChecked()).toBe(true);
  await page.context().close();
});

test('without JavaScript, votes are accepted and a link shows the results', async () => {
  const page = await newVisitor({ javaScriptEnabled: false });
  await page.goto(server.url);
  await vote(page, 'A poll in an article');
  await page.getByText('Thanks for voting.').waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/x\/polls\/sample\/p\/poll_/);
  await page.goBack();
  await page.getByRole('link', { name: 'Show results' }).click();
  await page.getByText('Results', { exact: true }).click();
  await page
    .getByText(/^1 vote|\d+ votes$/)
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Askwell' }).click();
  await page.waitForURL(`${server.url}/`);
  await page.context().close();
});
