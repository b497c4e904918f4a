import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/chromium.js';
import { createHostedPageClient } from '../support/browser/hosted-page-client.js';
import { collect } from '../support/collect.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';

let browser: Browser;
let server: SocketServer;
let hosted: Awaited<ReturnType<typeof createHostedPageClient>>;
let page: Page;
let session: CDPSession;
beforeAll(async () => {
  browser = await launchChromium();
  server = await startServer();
  hosted = await createHostedPageClient(server);
});
beforeEach(async () => {
  const context = await browser.newContext();
  page = await context.newPage();
  session = await context.newCDPSession(page);
  return () => context.close();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

/** Enables or disables JavaScript in the open page, as extensions do. */
async function setJavaScriptEnabled(isEnabled: boolean): Promise<void> {
  await session.send('Emulation.setScriptExecutionDisabled', { value: !isEnabled });
}

const votes = (id: string) => collect(server.askwell.polls.answers.list(hosted.account, id));
const widget = () => page.locator('askwell-poll[state]');

async function voteByWidget(id: string, option: string): Promise<void> {
  await page.goto(`${server.url}/p/${id}`);
  await page.locator('[state="open"]').waitFor();
  await page.getByRole('radio', { name: option }).check();
  await page.getByRole('button', { name: 'Vote' }).click();
  await page.locator('[state="answered"]').waitFor();
}

async function voteByForm(id: string, option: string): Promise<void> {
  await page.goto(`${server.url}/p/${id}`);
  await expect.poll(() => widget().count()).toBe(0);
  await page.getByLabel(option).check();
  await Promise.all([page.waitForURL(/\?answer=/), page.getByRole('button', { name: 'Vote' }).click()]);
}

describe('the hosted page has the same visitor with and without JavaScript', () => {
  test('a vote by the widget is shown without JavaScript and prevents a second one', async () => {
    const id = await hosted.poll();
    await page.goto(`${server.url}/p/${id}`);
    const form = await page.content();
    await voteByWidget(id, 'Coffee');
    await setJavaScriptEnabled(false);
    await page.goto(`${server.url}/p/${id}`);
    await page.getByText('You have already answered.').waitFor();
    await expect.poll(() => page.locator('.bars li', { hasText: 'Coffee' }).innerText()).toContain('Your choice');

    // A form that was opened before the vote.
    await page.route('**/old', (route) => route.fulfill({ contentType: 'text/html', body: form }));
    await page.goto(`${server.url}/old`);
    await page.getByLabel('Tea').check();
    await page.getByRole('button', { name: 'Vote' }).click();
    await page.getByText('You have already answered. Your answer was not counted.').waitFor();
    expect(await votes(id)).toMatchObject([{ choices: ['o2'] }]);
  });

  test('a vote without JavaScript is shown by the widget and prevents a second one', async () => {
    const id = await hosted.poll();
    await page.goto(`${server.url}/p/${id}`);
    await page.locator('[state="open"]').waitFor();
    const late = await page.context().newPage();
    await late.goto(`${server.url}/p/${id}`);
    await setJavaScriptEnabled(false);
    await voteByForm(id, 'Tea');
    await setJavaScriptEnabled(true);
    await page.goto(`${server.url}/p/${id}`);
    await page.locator('[state="answered"]').waitFor();
    await expect.poll(() => page.getByRole('listitem').filter({ hasText: 'Tea' }).innerText()).toContain('Your choice');

    await late.getByRole('radio', { name: 'Coffee' }).check();
    await late.getByRole('button', { name: 'Vote' }).click();
    await late.locator('[state="already_answered"]').waitFor();
    expect(await votes(id)).toMatchObject([{ choices: ['o1'] }]);
  });

  test('a vote can be changed with and without JavaScript', async () => {
    const id = await hosted.poll({ allow_change: true });
    await setJavaScriptEnabled(false);
    await voteByForm(id, 'Tea');
    await setJavaScriptEnabled(true);
    await page.goto(`${server.url}/p/${id}`);
    await page.getByRole('button', { name: 'Change your answer' }).click();
    await expect.poll(() => page.getByRole('radio', { name: 'Tea' }).isChecked()).toBe(true);
    await page.getByRole('radio', { name: 'Coffee' }).check();
    await page.getByRole('button', { name: 'Vote' }).click();
    await page.locator('[state="answered"]').waitFor();
    expect(await votes(id)).toMatchObject([{ choices: ['o2'] }]);
    await setJavaScriptEnabled(false);
    await page.goto(`${server.url}/p/${id}?change=1`);
    await expect.poll(() => page.getByLabel('Coffee').isChecked()).toBe(true);
    await page.getByLabel('Tea').check();
    await Promise.all([page.waitForURL(/\?answer=/), page.getByRole('button', { name: 'Vote' }).click()]);
    expect(await votes(id)).toMatchObject([{ choices: ['o1'] }]);
  });
});
