import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.js';
import { startServer, type TestServer } from '../support/server.js';

let browser: Browser;
let server: TestServer;
beforeAll(async () => {
  browser = await launchChromium();
  server = await startServer({ basePath: '/x/polls' });
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

/** A visitor with a window of their own, before the page is there. */
async function visitor(options: BrowserContextOptions = {}): Promise<Page> {
  return (await browser.newContext(options)).newPage();
}

/** Until the widget has taken the place of the plain form. */
const widget = (page: Page) => page.locator('askwell-poll[state=open]').waitFor();

async function vote(page: Page, label: string): Promise<void> {
  await page.getByRole('radio', { name: label }).check();
  await page.getByRole('button', { name: 'Vote' }).click();
}

/** What the poll says of an option: `100% 1 vote`. */
const figureOf = (page: Page, label: string) =>
  page.locator('askwell-poll li').filter({ hasText: label }).locator('.figure').innerText();

test('visitors vote on the landing page, and each sees the votes of the others come in', async () => {
  const [first, second] = await Promise.all([visitor(), visitor()]);
  for (const page of [first, second]) {
    await page.goto(server.url);
    await widget(page);
  }
  await vote(first, 'A quiz for a lesson');
  await first.getByText('Thank you, that is counted.').waitFor();
  expect(await figureOf(first, 'A quiz for a lesson')).toBe('100% 1 vote');
  await vote(second, 'I am just looking');
  await expect.poll(() => figureOf(first, 'A quiz for a lesson'), { timeout: 10_000 }).toBe('50% 1 vote');
  expect(await figureOf(first, 'I am just looking')).toBe('50% 1 vote');

  await first.reload();
  await first.getByRole('button', { name: 'Change your answer' }).click();
  await vote(first, 'I am just looking');
  await expect.poll(() => figureOf(second, 'I am just looking'), { timeout: 10_000 }).toBe('100% 2 votes');
  await Promise.all([first.context().close(), second.context().close()]);
});

/** Where what is seen of the poll stands, and how large it is; of the plain form, or of the widget in its place. */
function places(page: Page): Promise<unknown> {
  return page.evaluate(`(() => {
    const poll = document.querySelector('askwell-poll');
    const seen = poll.matches('[state=open]') ? poll.shadowRoot : poll;
    const boxes = [...seen.querySelectorAll('input, label, .button:not([hidden])'), poll, document.body];
    return boxes.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.textContent.trim() && element !== poll && element !== document.body, x, y, width, height].join(' ');
    });
  })()`);
}

/** Opens the page without its widget, which comes once it may. */
async function openWithout(page: Page): Promise<() => void> {
  let come = () => {};
  const held = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route('**/widget.js', (route) => held.then(() => route.continue()));
  await page.goto(server.url, { waitUntil: 'domcontentloaded' });
  return come;
}

test.each([320, 768, 1280])(
  'nothing moves when the widget takes the place of the plain form, %i px wide',
  async (width) => {
    const page = await visitor({ viewport: { width, height: 900 } });
    const come = await openWithout(page);
    const before = await places(page);
    come();
    await widget(page);
    expect(await places(page)).toEqual(before);
    await page.context().close();
  },
);

test('what was chosen before the widget came stays chosen', async () => {
  const page = await visitor();
  const come = await openWithout(page);
  await page.getByRole('radio', { name: 'A form to sign up with' }).check();
  come();
  await widget(page);
  await expect.poll(() => page.getByRole('radio', { name: 'A form to sign up with' }).isChecked()).toBe(true);
  await page.context().close();
});

test('without scripts a vote goes through, and the results are a link away', async () => {
  const page = await visitor({ javaScriptEnabled: false });
  await page.goto(server.url);
  await vote(page, 'A poll in an article');
  await page.getByText('Thank you, that is counted.').waitFor();
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
