import type { PollDraft } from '@askwell/server/contract';
import type { Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { blank, close, servers, stateOf } from './support/browser.js';
import { csrfProtection, type HostApp, startHostApp } from './support/host-app.js';
import { pathOf } from './support/pages.js';

let app: HostApp;
let withoutPage: HostApp;

beforeAll(async () => {
  [app, withoutPage] = await Promise.all([startHostApp({ signInUrl: '/login?next={next}' }), startHostApp()]);
});
afterEach(() => app.use());
afterAll(() => Promise.all([app.close(), withoutPage.close()]));

const lunch = { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: 'user' } satisfies PollDraft;
const anonymous = 'Your answer is anonymous: your account is not stored with it.';
const named = 'Your answer is not anonymous: your account is stored with it.';

const pollMarkup = (id: string, more = '') => `<askwell-poll poll-id="${id}" ${more}></askwell-poll>`;
const pageUrl = (host: HostApp, markup: string) => `${host.url}/?markup=${encodeURIComponent(markup)}&from=test#top`;

/** Opens a page of the app in a new browser. */
async function openApp(markup: string, member?: string, host = app): Promise<Page> {
  const page = await blank();
  if (member) await signIn(page, member);
  await page.goto(pageUrl(host, markup));
  return page;
}

async function signIn(page: Page, member: string): Promise<void> {
  await page.context().addCookies([{ name: 'member', value: member, url: app.url, sameSite: 'Lax' }]);
}

/** Signs in with the button of the element and the link of the app's page. */
async function signInByButton(page: Page, member: string): Promise<void> {
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: member }).click();
}

async function vote(page: Page, name = 'Soup'): Promise<void> {
  await page.getByRole('radio', { name }).check();
  await page.getByRole('button', { name: 'Vote' }).click();
}

const votesOf = async (id: string) => (await app.askwell.polls.results(app.account, id)).votes_count;

test('a member votes once on the hosted page, and others sign in first', async () => {
  const { id } = await app.askwell.polls.create(app.account, lunch);
  const page = await blank();
  await page.goto(`${app.url}/polls/p/${id}`);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'member-1' }).click();
  await stateOf(page, 'open');
  expect(new URL(page.url()).pathname).toBe(`/polls/p/${id}`);
  await vote(page);
  await stateOf(page, 'answered');
  await page.reload();
  await stateOf(page, 'answered');
  expect(await votesOf(id)).toBe(1);
  await close(page);
});

test('a visitor signs in, comes back and votes once, and sees the vote on another device', async () => {
  const { id } = await app.askwell.polls.create(app.account, lunch);
  const page = await openApp(pollMarkup(id));
  await stateOf(page, 'sign_in_required');
  await page.getByText('Sign in to answer.').waitFor();
  expect(await page.getByRole('radio').count()).toBe(0);
  const url = page.url();
  expect(await page.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
    `${app.url}/login?next=${encodeURIComponent(url.slice(app.url.length))}`,
  );
  await signInByButton(page, 'member-1');
  await stateOf(page, 'open');
  expect(page.url()).toBe(url);
  await vote(page);
  await stateOf(page, 'answered');
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  const phone = await openApp(pollMarkup(id), 'member-1');
  for (const one of [page, phone]) {
    await one.reload();
    await stateOf(one, 'answered');
    await expect.poll(() => one.getByRole('listitem').first().innerText()).toContain('Your choice');
  }
  expect(await votesOf(id)).toBe(1);
  await close(page);
  await close(phone);
});

test('members who share a browser do not see the answers of each other', async () => {
  const { id } = await app.askwell.polls.create(app.account, lunch);
  const page = await openApp(pollMarkup(id), 'member-1');
  await vote(page);
  await stateOf(page, 'answered');
  await signIn(page, 'member-2');
  await page.reload();
  await stateOf(page, 'open');
  await vote(page, 'Salad');
  await stateOf(page, 'answered');
  await page.context().clearCookies();
  await page.reload();
  await stateOf(page, 'sign_in_required');
  expect(await votesOf(id)).toBe(2);
  await close(page);
});

test('a member changes the answer on another device', async () => {
  const { id } = await app.askwell.polls.create(app.account, { ...lunch, allow_change: true });
  const page = await openApp(pollMarkup(id), 'member-1');
  await vote(page);
  await stateOf(page, 'answered');
  const phone = await openApp(pollMarkup(id), 'member-1');
  await phone.getByRole('button', { name: 'Change your answer' }).click();
  expect(await phone.getByRole('radio', { name: 'Soup' }).isChecked()).toBe(true);
  await vote(phone, 'Salad');
  await stateOf(phone, 'answered');
  const { options } = await app.askwell.polls.results(app.account, id);
  expect(options.map(({ votes }) => votes)).toEqual([0, 1]);
  await close(page);
  await close(phone);
});

describe('the draft of a member whose session has ended', () => {
  /** Ends the session, sends, signs in again, and returns the page with the draft. */
  async function sendSignedOut(page: Page, send: string): Promise<void> {
    await page.context().clearCookies();
    await page.getByRole('button', { name: send }).click();
    await stateOf(page, 'sign_in_required');
    await page.getByText('Your answer is kept. Sign in to send it.').first().waitFor();
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    await signInByButton(page, 'member-1');
    await stateOf(page, 'open');
  }

  test('of a poll with a write-in', async () => {
    const { id } = await app.askwell.polls.create(app.account, { ...lunch, other: true });
    const page = await openApp(pollMarkup(id), 'member-1');
    await page.getByRole('radio', { name: 'Other' }).check();
    await page.getByLabel('Your own answer').fill('Falafel');
    await sendSignedOut(page, 'Vote');
    expect(await page.getByLabel('Your own answer').inputValue()).toBe('Falafel');
    await page.getByRole('button', { name: 'Vote' }).click();
    await stateOf(page, 'answered');
    await page.reload();
    await stateOf(page, 'answered');
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
    expect(await votesOf(id)).toBe(1);
    await close(page);
  });

  test('of a rating poll', async () => {
    const { id } = await app.askwell.polls.create(app.account, { ...lunch, type: 'rating' });
    const page = await openApp(pollMarkup(id), 'member-1');
    await page.getByRole('radio', { name: '4' }).first().check({ force: true });
    await sendSignedOut(page, 'Vote');
    expect(await page.getByRole('radio', { name: '4' }).first().isChecked()).toBe(true);
    await close(page);
  });

  test('of a form, which says that the account is stored', async () => {
    const { id } = await app.askwell.forms.create(app.account, {
      title: 'About you',
      fields: [{ type: 'short_text', label: 'Name' }],
      one_per: 'user',
      anonymous: false,
    });
    const page = await openApp(`<askwell-form form-id="${id}"></askwell-form>`, 'member-1');
    await page.getByLabel('Name').fill('Member');
    await page.getByText(named).waitFor();
    await sendSignedOut(page, 'Send');
    expect(await page.getByLabel('Name').inputValue()).toBe('Member');
    await page.getByRole('button', { name: 'Send' }).click();
    await stateOf(page, 'answered');
    await close(page);
  });

  test('is not kept with `no-draft`', async () => {
    const { id } = await app.askwell.polls.create(app.account, lunch);
    const page = await openApp(pollMarkup(id, 'no-draft'), 'member-1');
    await page.getByRole('radio', { name: 'Soup' }).check();
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Vote' }).click();
    await page.getByText('Sign in to answer.').first().waitFor();
    await signInByButton(page, 'member-1');
    await stateOf(page, 'open');
    expect(await page.getByRole('radio', { name: 'Soup' }).isChecked()).toBe(false);
    await close(page);
  });
});

test('a member who signs in in another tab can answer', async () => {
  const { id } = await app.askwell.polls.create(app.account, lunch);
  const page = await openApp(pollMarkup(id));
  await stateOf(page, 'sign_in_required');
  await signIn(page, 'member-1');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await stateOf(page, 'open');
  await close(page);
});

test('a refusal by the app leaves the draft of a member, and nothing for the next member', async () => {
  const { id } = await app.askwell.polls.create(app.account, lunch);
  const page = await openApp(pollMarkup(id), 'member-1');
  app.use(csrfProtection);
  await vote(page);
  await page.getByText('This site’s server refused the answer.').first().waitFor();
  app.use();
  await page.reload();
  await stateOf(page, 'open');
  expect(await page.getByRole('radio', { name: 'Soup' }).isChecked()).toBe(true);
  expect(await votesOf(id)).toBe(0);
  await close(page);
});

test('a quiz is started by a member, with the session', async () => {
  const { id } = await app.askwell.quizzes.create(app.account, {
    title: 'Facts',
    questions: [{ type: 'boolean', prompt: 'Is water wet?', answer: true }],
    time_limit_seconds: 600,
    one_per: 'user',
  });
  const page = await openApp(`<askwell-quiz quiz-id="${id}"></askwell-quiz>`, 'member-1');
  await stateOf(page, 'start');
  await page.getByText(anonymous).waitFor();
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Start quiz' }).click();
  await stateOf(page, 'sign_in_required');
  await signInByButton(page, 'member-1');
  await page.getByRole('button', { name: 'Start quiz' }).click();
  await page.getByRole('radio', { name: 'True' }).check();
  await page.getByRole('button', { name: 'Submit answers' }).click();
  await stateOf(page, 'answered');
  await close(page);
});

test('visitors who are not signed in see results that everybody may see', async () => {
  const { id } = await app.askwell.polls.create(app.account, { ...lunch, results_visibility: 'always' });
  const page = await openApp(pollMarkup(id));
  await stateOf(page, 'sign_in_required');
  await page.locator('.results').waitFor();
  await close(page);
});

test('a page whose origin is not listed says that the ask is not available there, and tells its owner what to do', async () => {
  const { id } = await app.askwell.polls.create(app.account, lunch);
  const page = await blank();
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  const body = `<script async src="${app.url}/polls/widget.js"></script>${pollMarkup(id)}`;
  await page.goto(servers.site + pathOf({ body }));
  await stateOf(page, 'failed');
  await page.getByText('This is not available here.').waitFor();
  expect(warnings).toEqual([
    expect.stringContaining(
      `the site of the ask does not list the origin of this page. Add ${servers.site} to the site in the dashboard.`,
    ),
  ]);
  await close(page);
});

test('without a sign-in page, visitors read that they have to sign in', async () => {
  const { id } = await withoutPage.askwell.polls.create(withoutPage.account, lunch);
  const page = await openApp(pollMarkup(id), undefined, withoutPage);
  await stateOf(page, 'sign_in_required');
  await page.getByText('Sign in to answer.').waitFor();
  expect(await page.getByRole('link').count()).toBe(0);
  await close(page);
});

/** Watches the requests to Askwell. Returns whether the last one had a cookie, by its last path segment. */
function watchCookies(page: Page): (segment: string) => Promise<boolean> {
  const sent = new Map<string, Request>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/(api|embed)\//.test(pathname)) sent.set(pathname.split('/').at(-1) ?? '', request);
  });
  // Headers are read when a test asks for them, since a request can end with its page.
  return async (segment) => {
    const request = sent.get(segment);
    if (!request) throw new Error(`No request to ${segment}.`);
    const { cookie = '' } = await request.allHeaders();
    return cookie.includes('member=');
  };
}

test('a `voter` of the server works without cookies', async () => {
  const { id } = await app.askwell.polls.create(app.account, lunch);
  const markup = pollMarkup(id, `voter="${app.askwell.voterOf('member-1')}"`);
  const page = await blank();
  await signIn(page, 'member-2');
  const hadCookie = watchCookies(page);
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await page.goto(pageUrl(app, markup));
  await page.getByText(anonymous).waitFor();
  await vote(page);
  await stateOf(page, 'answered');
  // Proxies log URLs. The URL of this test's page contains its markup.
  expect(urls.filter((one) => one.includes('/polls/') && one.includes('voter'))).toEqual([]);
  expect([await hadCookie('visitor'), await hadCookie('votes')]).toEqual([false, false]);
  const phone = await openApp(markup);
  await stateOf(phone, 'answered');
  const session = await openApp(pollMarkup(id), 'member-1');
  await stateOf(session, 'answered');
  expect(await votesOf(id)).toBe(1);
  for (const one of [page, phone, session]) await close(one);
});

test('pages of a listed origin send cookies for asks that need a member, and for no others', async () => {
  const site = await app.askwell.sites.create(app.account, { name: 'Shop', origins: [servers.site] });
  const { id } = await app.askwell.polls.create(app.account, { ...lunch, site_id: site.id });
  const other = await app.askwell.polls.create(app.account, { ...lunch, one_per: 'browser', site_id: site.id });
  const page = await blank();
  const hadCookie = watchCookies(page);
  const open = (poll: string) =>
    page.goto(
      servers.site + pathOf({ body: `<script async src="${app.url}/polls/widget.js"></script>${pollMarkup(poll)}` }),
    );
  await open(id);
  await stateOf(page, 'sign_in_required');
  expect(await page.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
    `${app.url}/login?next=${encodeURIComponent(page.url())}`,
  );
  await signInByButton(page, 'member-1');
  await vote(page);
  await stateOf(page, 'answered');
  expect([await hadCookie(id), await hadCookie('visitor'), await hadCookie('votes')]).toEqual([false, true, true]);
  await open(other.id);
  await vote(page);
  await stateOf(page, 'answered');
  expect([await hadCookie(other.id), await hadCookie('votes')]).toEqual([false, false]);
  await close(page);
});
