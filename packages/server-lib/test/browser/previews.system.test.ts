import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAsk } from '../support/asks/create-ask.js';
import { launchChromium } from '../support/browser/chromium.js';
import { type OtherSite, startOtherSite } from '../support/browser/other-site.js';
import { createOwner, type Owner } from '../support/servers/create-owner.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';
import { openWindow } from './dashboard-fixture.js';
import { beyond, faults } from './faults.js';

let browser: Browser;
let server: SocketServer;
let site: OtherSite;
let owner: Owner;
let key: string;
beforeAll(async () => {
  browser = await launchChromium();
  server = await startServer();
  site = await startOtherSite();
  owner = await createOwner(server.services);
  key = await owner.key();
});
afterAll(async () => {
  await browser.close();
  await site.close();
  await server.close();
});

const notice = 'This is a preview. Answers are not recorded.';
const question = (prompt: string) => ({ type: 'boolean', prompt, answer: true });

const drafts = {
  poll: ['polls', {}, 'Vote', 'radio'],
  quiz: [
    'quizzes',
    { draw: 1, time_limit_seconds: 60, questions: [question('One?'), question('Two?')] },
    'Submit answers',
    'radio',
  ],
  form: ['forms', {}, 'Send', 'textbox'],
} as const;
const kinds = ['poll', 'quiz', 'form'] as const;

async function createDraft(kind: (typeof kinds)[number]): Promise<{ id: string; token: string }> {
  const [plural, draft] = drafts[kind];
  const id = await createAsk(server, key, plural, { ...draft, status: 'draft', results_visibility: 'always' });
  const url = await server.askwell[plural].previewUrl(owner.session.account, id);
  return { id, token: new URL(url, server.url).searchParams.get('preview') ?? '' };
}

/** Opens a page of another site that embeds an ask, and records the requests of the page. */
async function embed(
  kind: string,
  id: string,
  attributes = '',
): Promise<{ context: BrowserContext; page: Page; requests: string[] }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  const element = `<askwell-${kind} ${kind}-id="${id}" ${attributes}></askwell-${kind}>`;
  await page.goto(site.urlOf(`<script async src="${server.url}/widget.js"></script>${element}`));
  return { context, page, requests };
}

/** Fills in the form that an element shows, up to its last page, where it cannot be sent. */
async function fillIn(page: Page, kind: (typeof kinds)[number]): Promise<void> {
  const [, , submit, role] = drafts[kind];
  const next = page.getByRole('button', { name: 'Next' });
  for (let isLast = false; !isLast; ) {
    const input = page.getByRole(role).first();
    if (role === 'radio') await input.check();
    else await input.fill('Visitor');
    isLast = !(await next.isVisible());
    if (!isLast) await next.click();
  }
  const send = page.getByRole('button', { name: submit });
  expect(await send.isDisabled()).toBe(true);
  await page.getByRole(role).first().press('Enter');
  expect(await send.isVisible()).toBe(true);
}

describe.each(kinds)('a draft of a %s', (kind) => {
  test('is not available on another site', async () => {
    const { id } = await createDraft(kind);
    const { context, page } = await embed(kind, id);
    await page.locator('[state=missing]').waitFor();
    expect((await page.locator(`askwell-${kind} .root`).innerText()).trim()).toBe('This is no longer available.');
    await context.close();
  });

  test('is shown on another site with the token of the preview link, and cannot be sent', async () => {
    const { id, token } = await createDraft(kind);
    const { context, page, requests } = await embed(kind, id, `preview="${token}"`);
    await page.getByText(notice).waitFor();
    await fillIn(page, kind);
    expect(requests.filter((request) => request.startsWith('POST'))).toEqual([]);
    await context.close();
  });

  test('is shown to its owner on the hosted page, with a link for others', async () => {
    const { id } = await createDraft(kind);
    const context = await openWindow(browser, server, owner);
    const page = await context.newPage();
    await page.goto(`${server.url}/p/${id}`);
    await page.locator(`askwell-${kind}[state=open]`).getByText(notice, { exact: true }).last().waitFor();
    await fillIn(page, kind);
    const link = await page.getByRole('link', { name: 'Preview link' }).getAttribute('href');
    await context.close();

    const visitor = await browser.newContext({ javaScriptEnabled: kind !== 'poll' });
    const visitorPage = await visitor.newPage();
    await visitorPage.goto(server.url + link);
    await visitorPage.getByText(notice).last().waitFor();
    expect(await visitorPage.getByRole('link', { name: 'Preview link' }).count()).toBe(0);
    await visitor.close();
  });

  test('has an accessible preview, light and dark, at 320 px', async () => {
    const { id } = await createDraft(kind);
    const context = await openWindow(browser, server, owner, { bypassCSP: true, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.setViewportSize({ width: 320, height: 640 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${server.url}/p/${id}`);
      await page.locator(`askwell-${kind}[state=open]`).waitFor();
      expect(await faults(page)).toEqual([]);
    }
    expect(await beyond(page)).toBe(0);
    await context.close();
  });
});
