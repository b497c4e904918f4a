import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/chromium.js';
import { openWindow } from './dashboard-fixture.js';
import { createHostedFixture, type HostedFixture, hostedViews, openHosted } from './hosted-fixture.js';

let browser: Browser;
let fixture: HostedFixture;
let shop: Server;
/** The tags on the page of another origin. */
let tags = '';
beforeAll(async () => {
  browser = await launchChromium();
  fixture = await createHostedFixture();
  shop = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>${tags}</html>`);
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await browser.close();
  shop.close();
  await fixture.close();
});

const server = () => fixture.server;
const account = () => fixture.owner.session.account;

/** The maximum number of clicks and key presses from the registration to the first answer, besides typing texts. */
const maxClicks = 25;

test.each([
  ['with', true],
  ['without', false],
])('from the registration to a deleted form, %s JavaScript in the dashboard', async (_what, javaScriptEnabled) => {
  const context = await browser.newContext({ javaScriptEnabled, reducedMotion: 'reduce' });
  const page = await context.newPage();
  let clicks = 0;
  const click = async (name: string | RegExp, role: 'button' | 'link' = 'button', of: Page = page) => {
    clicks++;
    await of.getByRole(role, { name }).first().click();
  };

  await page.goto(`${server().url}/register`);
  await page.fill('[name=name]', 'Owner');
  await page.fill('[name=email]', `way-${javaScriptEnabled}@example.com`);
  await page.fill('[name=password]', 'correct horse battery');
  await click('Create account');
  await click('Use template Contact form');

  // Three changes: a text, an option or label, and a setting.
  await page.waitForURL('**/edit');
  const id = page.url().split('/').at(-2) ?? '';
  const save = async () => {
    if (javaScriptEnabled) await page.locator('[data-save-state]', { hasText: /^Saved/ }).waitFor();
    else await click('Save');
  };
  await page.fill('[name=title]', 'Write to the shop');
  await save();
  await click(/^Your name/, 'link');
  await page.fill('[name="fields.0.label"]', 'Who are you?');
  await save();
  await click('Settings', 'link');
  await page.fill('[name="after.message"]', 'We will write back.');
  await save();
  await click('Publish');
  await page.waitForURL('**/share?notice=published');
  const html = await page.locator('#embed-html-0, pre code').first().textContent();

  tags = `<script async src="${server().url}/widget.js"></script><askwell-form form-id="${id}"></askwell-form>`;
  expect(html).toContain(id);
  const visitors = await browser.newContext();
  const visitor = await visitors.newPage();
  await visitor.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/`);
  await visitor.getByRole('textbox', { name: /Who are you/ }).fill('A visitor');
  await visitor.getByRole('textbox', { name: /Email/ }).fill('visitor@example.com');
  await visitor.getByRole('combobox').selectOption({ label: 'Feedback' });
  await visitor.getByRole('textbox', { name: /Your message/ }).fill('Hello');
  for (const box of await visitor.getByRole('checkbox').all()) await box.check();
  await click('Send', 'button', visitor);
  await visitor.getByText('We will write back.').waitFor();
  expect(clicks).toBeLessThanOrEqual(maxClicks);
  await visitors.close();

  await click('Results', 'link');
  await page.waitForURL('**/results');
  await expect.poll(() => page.locator('main').innerText()).toMatch(/1 (submission|answer)/);
  await click('Answers', 'link');
  await page.goto(`${server().url}/dashboard/asks/${id}/answers?q=nobody`);
  expect(await page.locator('main').innerText()).not.toContain('A visitor');
  await page.goto(`${server().url}/dashboard/asks/${id}/answers?q=visitor`);
  expect(await page.locator('main').innerText()).toContain('A visitor');
  const file = await context.request.get(`${server().url}/dashboard/asks/${id}/answers/export?format=csv`);
  expect([file.status(), await file.text()]).toEqual([200, expect.stringContaining('visitor@example.com')]);

  await page.goto(`${server().url}/dashboard`);
  await page.getByRole('checkbox', { name: 'Select Write to the shop' }).check();
  await page.locator('.bulk').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('1 answer is deleted too').waitFor();
  await page.getByRole('button', { name: 'Delete form' }).click();
  await page.waitForURL('**/dashboard?notice=asks-deleted');
  expect((await context.request.get(`${server().url}/embed/forms/${id}`)).status()).toBe(404);
  await context.close();
});

test('a hosted page accepts a vote, an attempt and a submission without JavaScript', async () => {
  const { polls, quizzes, forms } = server().askwell;
  const count = async () => [
    (await polls.results(account(), fixture.ids.single)).votes_count,
    (await quizzes.results(account(), fixture.ids.capitals)).attempts_count,
    (await forms.results(account(), fixture.ids.everything)).submissions_count,
  ];
  const before = await count();
  for (const view of hostedViews.filter(({ name }) => /^(single|quiz|form)-thanks$/.test(name))) {
    const { context, page } = await openHosted(browser, fixture, view);
    expect(new URL(page.url()).searchParams.get('answer')).toMatch(/^(vote|attempt|submission)_/);
    await page.reload();
    await page.getByRole('status').first().waitFor();
    await context.close();
  }
  expect(await count()).toEqual(before.map((n) => n + 1));
});

test('the widget replaces the form of a hosted page without violating the Content-Security-Policy', async () => {
  const problems: string[] = [];
  const view = { name: 'widget', ask: 'single' } as const;
  const { context, page } = await openHosted(browser, fixture, view, { javaScriptEnabled: true }, (opened) => {
    opened.on('pageerror', (error) => problems.push(String(error)));
    opened.on('console', (message) => problems.push(`${message.type()} ${message.text()}`));
  });
  await page.locator('form.answer').waitFor({ state: 'hidden' });
  await page.getByRole('radio', { name: 'By the lake' }).check();
  await page.getByRole('button', { name: 'Vote' }).click();
  await page.getByText('At the sea').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('the editor saves input and shows it in the preview', async () => {
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], status: 'draft' as const };
  const { id } = await server().askwell.polls.create(account(), draft);
  const context = await openWindow(browser, server(), fixture.owner, { reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${server().url}/dashboard/asks/${id}/edit`);
  const canvas = page.locator('askwell-poll');
  const label = page.locator('[name="options.0.label"]');
  await page.fill('[name=title]', 'Dinner?');
  await canvas.getByText('Dinner?').waitFor();
  expect(await server().askwell.polls.get(account(), id)).toMatchObject({ title: 'Dinner?', status: 'draft' });
  await label.fill('');
  await page.locator('[data-save-state]', { hasText: 'Needs a fix' }).waitFor();
  expect(await page.locator('#m-options-0-label-fault').textContent()).toBe('Enter a text, or remove the option.');
  expect(await label.getAttribute('aria-invalid')).toBe('true');
  await label.fill('Stew');
  await canvas.getByText('Stew').waitFor();
  expect(await page.locator('.fault').count()).toBe(0);
  await context.close();
});

test('the results page follows new answers', async () => {
  const { polls } = server().askwell;
  const { id } = await polls.create(account(), { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: null });
  await polls.vote(id, { choices: ['o1'] });
  const context = await openWindow(browser, server(), fixture.owner, { reducedMotion: 'reduce' });
  const page = await context.newPage();
  // The test controls the timers of the page.
  await page.clock.install();
  await page.goto(`${server().url}/dashboard/asks/${id}/results`);
  const votes = async () => Number.parseInt((await page.locator('.total').innerText()) || '', 10);
  expect(await votes()).toBe(1);
  expect(await page.locator('.live-words').isVisible()).toBe(true);
  expect(await page.getByRole('link', { name: 'Reload' }).isVisible()).toBe(false);
  for (const expected of [2, 3]) {
    await polls.vote(id, { choices: ['o1'] });
    await expect
      .poll(async () => {
        await page.clock.fastForward(5_000);
        return votes();
      })
      .toBe(expected);
  }
  await context.close();
});
