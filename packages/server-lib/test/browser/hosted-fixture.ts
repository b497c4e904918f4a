import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { pageAssets } from '../../src/web/hosted/page-assets.js';
import { createAsk } from '../support/asks/create-ask.js';
import { call, newAddress } from '../support/http/http-client.js';
import { createOwner, type Owner } from '../support/servers/create-owner.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';
import { signIn } from './dashboard-fixture.js';
import { formDrafts, pollDrafts, quizDrafts } from './hosted-drafts.js';

/** A server with asks of all kinds and states. */
export interface HostedFixture {
  readonly server: SocketServer;
  readonly owner: Owner;
  /** The IDs of the asks, by the names of their drafts. */
  readonly ids: Readonly<Record<AskName, string>>;
  close(): Promise<void>;
}

export type AskName = keyof typeof pollDrafts | keyof typeof quizDrafts | keyof typeof formDrafts;

export async function createHostedFixture(): Promise<HostedFixture> {
  const server = await startServer({ trustProxy: ['127.0.0.1'] });
  const owner = await createOwner(server.services);
  const { account } = owner.session;
  const key = await owner.key();
  const created: [string, string][] = [];
  for (const [plural, drafts] of [
    ['polls', pollDrafts],
    ['quizzes', quizDrafts],
    ['forms', formDrafts],
  ] as const) {
    for (const [name, draft] of Object.entries(drafts))
      created.push([name, await createAsk(server, key, plural, draft)]);
  }
  const ids = Object.fromEntries(created) as HostedFixture['ids'];
  const image_url = `${server.url}${pageAssets.mark.path}`;
  await server.askwell.polls.update(account, ids.rating, {
    options: [
      { id: 'o1', label: 'Content', image_url },
      { id: 'o2', label: 'Pace' },
      { id: 'o3', label: 'Food' },
    ],
  });
  const fixture = { server, owner, ids, close: () => server.close() };
  await addSampleData(fixture);
  return fixture;
}

/** Submits answers of other visitors, so that there are results. */
async function addSampleData({ server, ids }: HostedFixture): Promise<void> {
  const submit = async (path: string, body: object) => {
    const reply = await call(server, 'POST', `/api/v1/${path}`, { body, from: newAddress() });
    if (reply.status !== 201) throw new Error(`POST ${path} returned ${reply.status}: ${reply.text}`);
  };
  for (const choices of [['o1'], ['o1'], ['o2'], ['o3']]) await submit(`polls/${ids.single}/votes`, { choices });
  await submit(`polls/${ids.single}/votes`, { choices: [], other: 'At the sea' });
  await submit(`polls/${ids.full}/votes`, { choices: ['o1'] });
  for (const choices of [
    ['o1', 'o2'],
    ['o2', 'o3', 'o4'],
    ['o2', 'o4'],
  ]) {
    await submit(`polls/${ids.multiple}/votes`, { choices });
  }
  for (const choices of [['o1', 'o2'], ['o2', 'o1'], ['o3', 'o2'], ['o4', 'o3', 'o1'], ['o1']]) {
    await submit(`polls/${ids.ranked}/votes`, { choices });
  }
  await submit(`polls/${ids.rating}/votes`, { ratings: { o1: 5, o2: 3 } });
  for (const choices of [['o1'], ['o1'], ['o1'], ['o2']]) await submit(`polls/${ids.arabic}/votes`, { choices });
  const attempt = { q1: 'o2', q2: ['o1'], q3: true, q4: 'paris', q5: 9 };
  await submit(`quizzes/${ids.capitals}/attempts`, { answers: attempt });
  const answers = {
    name: 'Somebody',
    email: 'visitor@example.com',
    age: 34,
    how: 'o1',
    saw: ['o1', 'o3'],
    country: 'o2',
    best: ['o2', 'o1'],
    stars: 4,
    likely: 9,
    staff: { r1: 'o1', r2: 'o2' },
    terms: true,
  };
  await submit(`forms/${ids.everything}/submissions`, { answers });
}

/** A state of a hosted page and the steps to reach it. */
export interface HostedView {
  readonly name: string;
  readonly ask: AskName;
  readonly query?: string;
  /** Whether its owner is signed in. */
  readonly isOwner?: boolean;
  /** The steps after the page is open. */
  readonly act?: (page: Page) => Promise<void>;
}

/** Submits the form without the validation of the browser. */
export async function sendAsIs(page: Page): Promise<void> {
  await page.locator('form.answer').evaluate((form) => form.setAttribute('novalidate', ''));
  await send(page);
}

/** Presses the main button: it sends the answer, or leads to the next step of a form. */
export async function send(page: Page): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.locator('form.answer .actions .primary').click()]);
}

export const hostedViews: readonly HostedView[] = [
  { name: 'single', ask: 'single' },
  {
    name: 'single-wrong',
    ask: 'single',
    async act(page) {
      await page.getByLabel('By the lake').check();
      await page.getByRole('radio', { name: 'Other' }).check();
      await page.getByRole('textbox', { name: 'Other' }).fill('At the sea');
      await page.getByLabel('By the lake').check();
      await sendAsIs(page);
    },
  },
  {
    name: 'single-thanks',
    ask: 'single',
    async act(page) {
      await page.getByLabel('By the lake').check();
      await send(page);
    },
  },
  { name: 'multiple', ask: 'multiple', act: (page) => page.getByText('Results').first().click() },
  {
    name: 'multiple-before',
    ask: 'multiple',
    async act(page) {
      await page.getByLabel('Monday').check();
      await page.getByLabel('Thursday').check();
      await send(page);
      await page.goto(page.url().split('?', 1)[0] ?? '');
    },
  },
  { name: 'ranked', ask: 'ranked' },
  {
    name: 'ranked-wrong',
    ask: 'ranked',
    async act(page) {
      await page.getByLabel('Search').selectOption('1');
      await page.getByLabel('Export').selectOption('1');
      await sendAsIs(page);
    },
  },
  {
    name: 'ranked-thanks',
    ask: 'ranked',
    async act(page) {
      await page.getByLabel('Export').selectOption('1');
      await page.getByLabel('Webhooks').selectOption('2');
      await send(page);
      await page.getByText('How it was counted').click();
    },
  },
  { name: 'rating', ask: 'rating' },
  {
    name: 'rating-thanks',
    ask: 'rating',
    async act(page) {
      await page.getByRole('group', { name: 'Content' }).getByLabel('4').check();
      await send(page);
    },
  },
  { name: 'rating-wrong', ask: 'rating', act: sendAsIs },
  { name: 'rude', ask: 'rude' },
  {
    name: 'rude-thanks',
    ask: 'rude',
    async act(page) {
      await page.locator('input[value="o1"]').check();
      await page.locator('input[value="o2"]').check();
      await send(page);
    },
  },
  { name: 'arabic', ask: 'arabic', act: (page) => page.locator('.more summary').first().click() },
  { name: 'arabic-wrong', ask: 'arabic', act: sendAsIs },
  { name: 'closed', ask: 'closed' },
  { name: 'early', ask: 'early' },
  { name: 'full', ask: 'full' },
  { name: 'draft', ask: 'draft', isOwner: true },
  { name: 'tickets', ask: 'tickets' },
  {
    name: 'tickets-wrong',
    ask: 'tickets',
    query: '?ticket=nothing-of-ours',
    async act(page) {
      await page.getByLabel('Yes').check();
      await send(page);
    },
  },
  { name: 'quiz', ask: 'capitals' },
  {
    name: 'quiz-wrong',
    ask: 'capitals',
    async act(page) {
      await page.getByLabel('Oslo').selectOption('2');
      await page.getByLabel('Rome').selectOption('2');
      await page.getByLabel('Your email').fill('nowhere');
      await sendAsIs(page);
    },
  },
  {
    name: 'quiz-thanks',
    ask: 'capitals',
    async act(page) {
      await page.getByLabel('Lisbon').check();
      await page.getByLabel('Quito').check();
      await page.getByLabel('False', { exact: true }).check();
      await page.getByLabel('What is the capital of France?').fill('paris');
      await page.getByLabel('Kenya').selectOption({ label: 'Nairobi' });
      await page.getByLabel('Oslo').selectOption('1');
      await page.getByLabel('Rome').selectOption('2');
      await send(page);
    },
  },
  { name: 'timed', ask: 'timed' },
  {
    name: 'timed-started',
    ask: 'timed',
    act: (page) => page.getByRole('button', { name: 'Start quiz' }).click(),
  },
  { name: 'form', ask: 'everything' },
  {
    name: 'form-wrong',
    ask: 'everything',
    async act(page) {
      await page.getByLabel('Your name').fill('Visitor <b>bold</b>');
      await page.getByLabel('Your email').fill('visitor@example.com');
      await page.getByLabel('Your age').fill('34');
      await send(page);
      await page.getByLabel('By train').check();
      await send(page);
      for (const label of ['Garden', 'House', 'Shop']) await page.getByRole('checkbox', { name: label }).check();
      await page.getByLabel('Anything else?').fill('Two\nlines');
      await sendAsIs(page);
    },
  },
  {
    name: 'form-thanks',
    ask: 'everything',
    async act(page) {
      await page.getByLabel('Your name').fill('Visitor');
      await page.getByLabel('Your email').fill('visitor@example.com');
      await send(page);
      // How visitors came decides what the next step asks.
      await send(page);
      await page.getByLabel('Where do you live?').selectOption({ label: 'France' });
      await page.getByRole('group', { name: 'How likely are you' }).getByLabel('8').check();
      await page.getByLabel('You may keep').check();
      await send(page);
    },
  },
];

/** Opens a hosted page in its own browser context, with its own IP address. */
export async function openHosted(
  browser: Browser,
  fixture: HostedFixture,
  view: HostedView,
  options: BrowserContextOptions = {},
  watch: (page: Page) => unknown = () => {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ javaScriptEnabled: false, ...options });
  const page = await context.newPage();
  await watch(page);
  await showHosted(page, fixture, view);
  return { context, page };
}

/** Shows a hosted page to a new visitor, with its own IP address. Needs no new context, which takes longer than a page. */
export async function showHosted(page: Page, { server, owner, ids }: HostedFixture, view: HostedView): Promise<void> {
  const context = page.context();
  await context.clearCookies();
  if (view.isOwner) await signIn(context, server, owner);
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': newAddress() });
  await page.goto(`${server.url}/p/${ids[view.ask]}${view.query ?? ''}`);
  await view.act?.(page);
}
