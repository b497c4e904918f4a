import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Session } from '../../src/access/session.js';
import { sessionCookieName } from '../../src/access/session-cookie.js';
import type { Services } from '../../src/assemble-services.js';
import type { Askwell } from '../../src/create-askwell.js';
import { sha256 } from '../../src/crypto/hash.js';
import { guides } from '../../src/dashboard/pages/developers/guides/index.js';
import { formDraft } from '../../src/forms/schemas/form-schema.js';
import { generateKey } from '../../src/keys/key-format.js';
import { createKey } from '../../src/keys/key-queries.js';
import { quizDraft } from '../../src/quizzes/schemas/quiz-schema.js';
import { findTemplate } from '../../src/templates/index.js';
import { call } from '../support/http/http-client.js';
import { textIdIn } from '../support/http/parse-replies.js';
import { createOwner, type Owner } from '../support/servers/create-owner.js';
import { startServer, type TestServer } from '../support/servers/start-server.js';
import { type AnsweredAsks, addAnsweredAsks } from './answered-asks.js';
import { createResultsFixture, type ResultsFixture, resultViews } from './results-fixture.js';

/** Servers and owners for every state of the dashboard pages. */
export interface DashboardFixture {
  readonly open: TestServer;
  readonly closed: TestServer;
  /** The host app signs users in, and a user is signed in. */
  readonly hosted: TestServer;
  /** The host app signs users in, but nobody is signed in. */
  readonly hostedSignedOut: TestServer;
  /** Has no sites and keys. */
  readonly newcomer: Owner;
  /** Has sites and keys. */
  readonly regular: Owner;
  /** The IDs of the asks of the regular owner. */
  readonly shared: SharedAsks;
  /** The asks of `regular` with answers. */
  readonly answered: AnsweredAsks;
  /** Has asks with answers. */
  readonly results: ResultsFixture;
  close(): Promise<void>;
}

/** Asks in the states that the page for sharing shows. */
export interface SharedAsks {
  /** A form on a site that has loaded it. */
  readonly form: string;
  /** A poll that needs tickets. */
  readonly ticketed: string;
  readonly draft: string;
}

export async function createDashboardFixture(): Promise<DashboardFixture> {
  const hostUser = { id: 'u1', name: 'Host User', email: 'host@example.com' };
  const [open, closed, hosted, hostedSignedOut] = await Promise.all([
    startServer(),
    startServer({ registration: 'closed' }),
    startServer({ getUser: () => hostUser }),
    startServer({ getUser: () => null }),
  ]);
  const newcomer = await createOwner(open.services);
  const regular = await createOwner(open.services);
  const shared = await addSampleData(open, regular);
  const answered = await addAnsweredAsks(open, regular);
  const results = await createResultsFixture();
  return {
    open,
    closed,
    hosted,
    hostedSignedOut,
    newcomer,
    regular,
    shared,
    answered,
    results,
    async close() {
      await Promise.all([open, closed, hosted, hostedSignedOut, results.server].map((server) => server.close()));
    },
  };
}

async function addSampleData({ url, services, askwell }: TestServer, { session }: Owner): Promise<SharedAsks> {
  const origins = ['https://shop.example.com', 'https://www.example.com'];
  const { id: shop } = await services.sites.create(session.scope, { name: 'Shop', origins });
  await services.sites.create(session.scope, { name: 'Help pages' });
  const description = 'Reads results for the weekly report. Runs on the office server, asks nothing of anyone.';
  const used = await services.keys.create(session, { name: 'Reports', description });
  await call({ url }, 'GET', '/api/v1/me', { key: used.raw });
  await services.keys.create(session, { name: 'Shop widget', site_id: shop, permissions: 'answers' });
  await services.keys.create(session, { name: 'Audit', permissions: 'read', expires_at: '2999-12-31T00:00:00Z' });
  await addExpiredKey(services, session);
  await addRequests({ url }, used.raw);
  await addSampleAsks(askwell, session.account.id, shop);
  for (const agent of ['Mozilla/5.0 (iPhone) Safari/605.1', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0']) {
    await services.sessions.open(session.account.id, agent, undefined);
  }
  return addSharedAsks(url, used.raw, shop);
}

async function addSharedAsks(url: string, key: string, shop: number): Promise<SharedAsks> {
  const create = async (plural: string, body: object) =>
    (await call({ url }, 'POST', `/api/v1/${plural}`, { key, body })).id('data.id');
  const fields = [
    { id: 'campaign', type: 'hidden' },
    { id: 'name', type: 'short_text', label: 'Your name', required: true },
    { id: 'email', type: 'email', label: 'Email address' },
    {
      id: 'talks',
      type: 'multiple_choice',
      label: 'Which talks?',
      options: ['Databases', 'Design', 'Security'],
      other: true,
    },
    { id: 'meal', type: 'dropdown', label: 'Lunch', options: ['Soup', 'Salad'] },
    { id: 'how', type: 'matrix', label: 'How were they?', rows: ['Room', 'Food'], options: ['Good', 'Bad'] },
    { id: 'note', type: 'long_text', label: 'Anything else?' },
  ];
  const form = await create('forms', { title: 'Workshop registration', fields, site_id: shop });
  await call({ url }, 'GET', `/embed/forms/${form}`, { headers: { origin: 'https://shop.example.com' } });
  const options = ['Friday', 'Saturday'];
  const ticketed = await create('polls', { title: 'Which of these days suits you best?', options, one_per: 'ticket' });
  const issued = await call({ url }, 'POST', `/api/v1/polls/${ticketed}/tickets`, { key, body: { count: 40 } });
  await call({ url }, 'POST', `/api/v1/polls/${ticketed}/votes`, {
    body: { choices: ['o1'], ticket: issued.at('data.tickets.0') },
  });
  const draft = await create('quizzes', {
    title: 'Rivers of Europe',
    status: 'draft',
    questions: [{ type: 'boolean', prompt: 'Is it long?', answer: true }],
  });
  return { form, ticketed, draft };
}

/** Creates an ask of each kind, and answers to one of them. */
async function addSampleAsks({ polls, quizzes, forms }: Askwell, account: number, site: number): Promise<void> {
  const lunch = { title: 'What shall we have for lunch?', options: ['Soup', 'Salad'], site_id: site, one_per: null };
  const { id } = await polls.create(account, lunch);
  for (const option of ['o1', 'o1', 'o2']) await polls.vote(id, { choices: [option] });
  const find = (name: string) => findTemplate(name)?.draft ?? {};
  await quizzes.create(account, { ...quizDraft.parse(find('trivia')), status: 'draft' });
  await forms.create(account, { ...formDraft.parse(find('event-registration')), status: 'draft' });
}

async function addExpiredKey({ store }: Services, { account }: Session): Promise<void> {
  const { raw, ...parts } = generateKey('ask');
  const past = Date.UTC(2026, 0, 31) * 1_000;
  const hash = sha256(raw).toString('hex');
  const rights = { site: null, permissions: 'all', expiresAt: past } as const;
  await store.run(createKey, {
    ...parts,
    ...rights,
    hash,
    account: account.id,
    name: 'Old',
    description: null,
    at: past,
  });
}

/** Sends requests with all classes of statuses that a request can have. */
async function addRequests(server: { url: string }, key: string): Promise<void> {
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'] };
  const poll = textIdIn(await call(server, 'POST', '/api/v1/polls', { key, body: draft }));
  await call(server, 'GET', `/api/v1/polls/${poll}/results`, { key });
  await call(server, 'PATCH', `/api/v1/polls/${poll}`, {
    key,
    body: { title: '' },
    headers: { 'x-request-id': 'faulty' },
  });
  await call(server, 'GET', `/api/v1/polls/${'x'.repeat(150)}`, { key, headers: { 'x-request-id': 'y'.repeat(64) } });
}

/** Opens a browser context, signed in as `owner` unless it is null. */
export async function openWindow(
  browser: Browser,
  server: TestServer,
  owner: Owner | null,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  if (owner) {
    const value = await server.services.sessions.open(owner.session.account.id, 'Chrome/147 Linux', undefined);
    await context.addCookies([{ name: sessionCookieName(server.services.cookiePlace), value, url: server.url }]);
  }
  return context;
}

/** A state of a page and the steps to reach it. */
export interface View {
  readonly name: string;
  readonly server: (fixture: DashboardFixture) => TestServer;
  readonly owner: (fixture: DashboardFixture) => Owner | null;
  readonly path: string | ((fixture: DashboardFixture) => string);
  /** The steps after the page is open. */
  readonly act?: (page: Page) => Promise<void>;
}

const nobody = () => null;
const newcomer = (fixture: DashboardFixture) => fixture.newcomer;
const regular = (fixture: DashboardFixture) => fixture.regular;
const open = (fixture: DashboardFixture) => fixture.open;

const sharePath =
  (ask: keyof SharedAsks, rest = '') =>
  ({ shared }: DashboardFixture) =>
    `/dashboard/asks/${shared[ask]}/share${rest}`;

/** Submits a form without the validation of the browser. */
async function sendAsIs(page: Page, form: string): Promise<void> {
  await page.locator(form).evaluate((element) => element.setAttribute('novalidate', ''));
  await page.locator(`${form} .actions button`).click();
  await page.waitForSelector('.problem');
}

async function openSiteDesign(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Design of Shop' }).click();
  await page.locator('askwell-poll[state=open]').waitFor();
}

async function openSite(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Edit Shop' }).click();
  await page.waitForSelector('#site');
}

/** Opens a tab of the sample ask of a kind. */
async function openTab(page: Page, kind: 'poll' | 'quiz' | 'form', tab: string): Promise<void> {
  const path = await page.locator(`.ask-link[href*="/${kind}_"]`).first().getAttribute('href');
  await page.goto(new URL((path ?? '').replace(/[^/]*$/, tab), page.url()).href);
  if (tab === 'edit' || tab === 'design') await page.locator(`askwell-${kind}[state=open]`).waitFor();
}

async function openDeletion(page: Page): Promise<void> {
  await page.getByRole('checkbox').first().check();
  await page.locator('.bulk').getByRole('button', { name: 'Delete' }).click();
  await page.locator('.delete-list').waitFor();
}

const answersOf = ({ answered }: DashboardFixture) => `/dashboard/asks/${answered.form}/answers`;

/** All pages, with and without errors. */
export const views: readonly View[] = [
  { name: 'landing', server: open, owner: nobody, path: '/' },
  { name: 'landing-owner', server: open, owner: regular, path: '/' },
  {
    name: 'landing-results',
    server: open,
    owner: nobody,
    path: '/',
    async act(page) {
      await page.locator('askwell-poll[state=open]').waitFor();
      await page.getByRole('button', { name: 'Show results' }).click();
    },
  },
  {
    name: 'landing-voted',
    server: open,
    owner: nobody,
    path: '/',
    async act(page) {
      await page.locator('askwell-poll[state=open]').waitFor();
      await page.getByRole('radio').first().check();
      await page.getByRole('button', { name: 'Vote' }).click();
      await page.locator('askwell-poll[state=answered]').waitFor();
    },
  },
  { name: 'register', server: open, owner: nobody, path: '/register' },
  {
    name: 'register-problem',
    server: open,
    owner: nobody,
    path: '/register',
    async act(page) {
      await page.fill('#register-name', 'New <b>Owner</b>');
      await page.fill('#register-email', 'nowhere');
      await page.fill('#register-password', 'short');
      await sendAsIs(page, '#register');
    },
  },
  { name: 'register-closed', server: (fixture) => fixture.closed, owner: nobody, path: '/register' },
  { name: 'register-host', server: (fixture) => fixture.hosted, owner: nobody, path: '/register' },
  { name: 'register-host-nobody', server: (fixture) => fixture.hostedSignedOut, owner: nobody, path: '/register' },
  { name: 'login', server: open, owner: nobody, path: '/login?next=%2Fdashboard%2Fkeys' },
  {
    name: 'login-problem',
    server: open,
    owner: nobody,
    path: '/login',
    async act(page) {
      await page.fill('#login-email', 'nobody@example.com');
      await page.fill('#login-password', 'not the password');
      await sendAsIs(page, '#login');
    },
  },
  { name: 'login-host', server: (fixture) => fixture.hosted, owner: nobody, path: '/login' },
  { name: 'logout', server: open, owner: regular, path: '/logout' },
  { name: 'not-found', server: open, owner: nobody, path: '/nowhere' },
  { name: 'asks-empty', server: open, owner: newcomer, path: '/dashboard' },
  { name: 'asks', server: open, owner: regular, path: '/dashboard' },
  {
    name: 'asks-menu',
    server: open,
    owner: regular,
    path: '/dashboard',
    act: (page) => page.locator('.menu summary').first().click(),
  },
  { name: 'asks-filtered', server: open, owner: regular, path: '/dashboard?q=nothing&status=open' },
  { name: 'asks-archive', server: open, owner: regular, path: '/dashboard?archived=yes' },
  { name: 'asks-delete', server: open, owner: regular, path: '/dashboard', act: openDeletion },
  { name: 'new', server: open, owner: regular, path: '/dashboard/asks/new' },
  {
    name: 'new-problem',
    server: open,
    owner: regular,
    path: '/dashboard/asks/new',
    act: (page) => sendAsIs(page, '#json'),
  },
  ...(['poll', 'quiz', 'form'] as const).flatMap((kind): View[] => [
    {
      name: `edit-${kind}`,
      server: open,
      owner: regular,
      path: '/dashboard',
      act: (page) => openTab(page, kind, 'edit'),
    },
    {
      name: `settings-${kind}`,
      server: open,
      owner: regular,
      path: '/dashboard',
      act: (page) => openTab(page, kind, 'settings'),
    },
  ]),
  ...(['quiz', 'form'] as const).map(
    (kind): View => ({
      name: `edit-${kind}-item`,
      server: open,
      owner: regular,
      path: '/dashboard',
      async act(page) {
        await openTab(page, kind, 'edit');
        await page.locator('.outline-item a').nth(1).click();
        await page.locator('.outline-item.current').waitFor();
      },
    }),
  ),
  {
    name: 'edit-problem',
    server: open,
    owner: regular,
    path: '/dashboard',
    async act(page) {
      await openTab(page, 'form', 'edit');
      await page.fill('[name=title]', '');
      await page.getByRole('button', { name: 'Publish' }).click();
      await page.locator('.problem').waitFor();
    },
  },
  { name: 'design', server: open, owner: regular, path: '/dashboard', act: (page) => openTab(page, 'poll', 'design') },
  { name: 'code', server: open, owner: regular, path: '/dashboard', act: (page) => openTab(page, 'poll', 'code') },
  {
    name: 'results',
    server: open,
    owner: regular,
    path: '/dashboard',
    act: (page) => openTab(page, 'poll', 'results'),
  },
  { name: 'keys-empty', server: open, owner: newcomer, path: '/dashboard/keys' },
  { name: 'keys', server: open, owner: regular, path: '/dashboard/keys?notice=key-deleted' },
  {
    name: 'keys-confirm',
    server: open,
    owner: regular,
    path: '/dashboard/keys',
    act: (page) => page.locator('summary').first().click(),
  },
  {
    name: 'keys-problem',
    server: open,
    owner: regular,
    path: '/dashboard/keys',
    act: (page) => sendAsIs(page, '#key'),
  },
  {
    name: 'key-created',
    server: open,
    owner: (fixture) => fixture.newcomer,
    path: '/dashboard/keys',
    async act(page) {
      await page.fill('#key-name', 'Newsletter');
      await page.click('#key button');
      await page.waitForSelector('#raw-key');
    },
  },
  { name: 'developers-empty', server: open, owner: newcomer, path: '/dashboard/developers' },
  { name: 'developers', server: open, owner: regular, path: '/dashboard/developers' },
  { name: 'requests-empty', server: open, owner: newcomer, path: '/dashboard/developers/requests' },
  { name: 'requests', server: open, owner: regular, path: '/dashboard/developers/requests' },
  { name: 'requests-none', server: open, owner: regular, path: '/dashboard/developers/requests?status=5xx&q=x' },
  { name: 'request', server: open, owner: regular, path: '/dashboard/developers/requests?q=faulty' },
  { name: 'guides', server: open, owner: regular, path: '/dashboard/developers/guides' },
  ...guides.map(({ name }) => ({
    name: `guide-${name}`,
    server: open,
    owner: regular,
    path: `/dashboard/developers/guides/${name}`,
  })),
  { name: 'sites-empty', server: open, owner: newcomer, path: '/dashboard/sites' },
  { name: 'sites', server: open, owner: regular, path: '/dashboard/sites?notice=site-saved' },
  {
    name: 'sites-problem',
    server: open,
    owner: regular,
    path: '/dashboard/sites',
    async act(page) {
      await page.fill('#site-origins', 'https://example.com/path\nhttps://fine.example.com\nexample');
      await sendAsIs(page, '#site');
    },
  },
  { name: 'site', server: open, owner: regular, path: '/dashboard/sites', act: openSite },
  { name: 'site-design', server: open, owner: regular, path: '/dashboard/sites', act: openSiteDesign },
  {
    name: 'site-conflict',
    server: open,
    owner: regular,
    path: '/dashboard/sites',
    async act(page) {
      await openSite(page);
      await page.locator('summary').click();
      await page.locator('.confirm-panel button').click();
      await page.waitForSelector('.problem');
    },
  },
  ...[
    { name: 'share', path: sharePath('form') },
    {
      name: 'share-embed',
      path: sharePath('form'),
      async act(page: Page) {
        for (const way of await page.locator('.way summary').all()) await way.click();
      },
    },
    { name: 'share-draft', path: sharePath('draft') },
    { name: 'share-tickets', path: sharePath('ticketed') },
    {
      name: 'share-withdraw',
      path: sharePath('ticketed'),
      act: (page: Page) => page.getByText('Withdraw unused tickets').click(),
    },
    {
      name: 'share-tickets-problem',
      path: sharePath('ticketed'),
      async act(page: Page) {
        await page.fill('#create-tickets-count', '0');
        await page.getByRole('button', { name: 'Create tickets' }).click();
        await page.waitForSelector('.problem');
      },
    },
    {
      name: 'share-created-tickets',
      path: sharePath('ticketed'),
      async act(page: Page) {
        await page.fill('#create-tickets-count', '60');
        await page.getByRole('button', { name: 'Create tickets' }).click();
        await page.waitForSelector('#new-tickets');
      },
    },
    { name: 'share-prefill', path: sharePath('form', '/prefill') },
    {
      name: 'share-prefilled',
      path: sharePath('form', '/prefill?p-name=Zo%C3%AB&p-talks=o1&p-talks=o3&p-campaign=spring'),
    },
  ].map((view) => ({ ...view, server: open, owner: regular })),
  { name: 'account', server: open, owner: regular, path: '/dashboard/account' },
  {
    name: 'account-password-problem',
    server: open,
    owner: regular,
    path: '/dashboard/account',
    act: (page) => sendAsIs(page, '#password'),
  },
  {
    name: 'account-deletion-problem',
    server: open,
    owner: regular,
    path: '/dashboard/account',
    async act(page) {
      await page.locator('.reveal:has(#deletion) > summary').click();
      await page.fill('#deletion-password', 'not it');
      await sendAsIs(page, '#deletion');
    },
  },
  { name: 'latest-answers-empty', server: open, owner: newcomer, path: '/dashboard/answers' },
  { name: 'latest-answers', server: open, owner: regular, path: '/dashboard/answers' },
  { name: 'answers', server: open, owner: regular, path: answersOf },
  {
    name: 'answers-empty',
    server: open,
    owner: regular,
    path: ({ answered }) => `/dashboard/asks/${answered.empty}/answers`,
  },
  {
    name: 'answers-quiz',
    server: open,
    owner: regular,
    path: ({ answered }) => `/dashboard/asks/${answered.quiz}/answers`,
  },
  {
    name: 'answers-filtered',
    server: open,
    owner: regular,
    path: (fixture) => `${answersOf(fixture)}?q=e&field=f2&operator=greater&value=2&tag=follow+up`,
    act: (page) => page.locator('.columns-tool summary').click(),
  },
  {
    name: 'answers-not-found',
    server: open,
    owner: regular,
    path: (fixture) => `${answersOf(fixture)}?q=nothing+like+this`,
  },
  {
    name: 'answer',
    server: open,
    owner: regular,
    path: (fixture) => `${answersOf(fixture)}/${fixture.answered.answer}`,
    act: (page) => page.locator('.confirm summary').click(),
  },
  {
    name: 'answer-note-problem',
    server: open,
    owner: regular,
    path: (fixture) => `${answersOf(fixture)}/${fixture.answered.answer}`,
    async act(page) {
      await page.fill('#note-tags', 'a tag that is much longer than forty characters');
      await sendAsIs(page, '#note');
    },
  },
  {
    name: 'answers-delete',
    server: open,
    owner: regular,
    path: (fixture) => `${answersOf(fixture)}/delete?answer=${fixture.answered.answer}`,
  },
  ...resultViews,
];

/** Opens a view in its own browser context. */
export async function openView(
  browser: Browser,
  fixture: DashboardFixture,
  view: View,
  options: BrowserContextOptions = {},
  watch: (page: Page) => void = () => {},
): Promise<{ context: BrowserContext; page: Page }> {
  const server = view.server(fixture);
  const context = await openWindow(browser, server, view.owner(fixture), options);
  const page = await context.newPage();
  watch(page);
  await page.goto(server.url + (typeof view.path === 'string' ? view.path : view.path(fixture)));
  await view.act?.(page);
  return { context, page };
}
