import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { sessionCookieName } from '../../src/access/session-cookie.js';
import { call } from '../support/http/http-client.js';
import { createOwner, type Owner } from '../support/servers/create-owner.js';
import { startServer, type TestServer } from '../support/servers/start-server.js';
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
  /** Has asks with answers. */
  readonly results: ResultsFixture;
  close(): Promise<void>;
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
  await addSampleData(open, regular);
  const results = await createResultsFixture();
  return {
    open,
    closed,
    hosted,
    hostedSignedOut,
    newcomer,
    regular,
    results,
    async close() {
      await Promise.all([open, closed, hosted, hostedSignedOut, results.server].map((server) => server.close()));
    },
  };
}

async function addSampleData({ url, services }: TestServer, { session }: Owner): Promise<void> {
  const origins = ['https://shop.example.com', 'https://www.example.com'];
  const { id: shop } = await services.sites.create(session.scope, { name: 'Shop', origins });
  await services.sites.create(session.scope, { name: 'Help pages' });
  const description = 'Reads results for the weekly report. Runs on the office server, asks nothing of anyone.';
  const used = await services.keys.create(session, { name: 'Reports', description });
  await call({ url }, 'GET', '/api/v1/me', { key: used.raw });
  await services.keys.create(session, { name: 'Shop widget', site_id: shop });
  for (const agent of ['Mozilla/5.0 (iPhone) Safari/605.1', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0']) {
    await services.sessions.open(session.account.id, agent, undefined);
  }
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
  readonly path: string;
  /** The steps after the page is open. */
  readonly act?: (page: Page) => Promise<void>;
}

const nobody = () => null;
const newcomer = (fixture: DashboardFixture) => fixture.newcomer;
const regular = (fixture: DashboardFixture) => fixture.regular;
const open = (fixture: DashboardFixture) => fixture.open;

/** Submits a form without the validation of the browser. */
async function sendAsIs(page: Page, form: string): Promise<void> {
  await page.locator(form).evaluate((element) => element.setAttribute('novalidate', ''));
  await page.locator(`${form} .actions button`).click();
  await page.waitForSelector('.problem');
}

async function openSite(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Edit Shop' }).click();
  await page.waitForSelector('#site');
}

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
  { name: 'overview-empty', server: open, owner: newcomer, path: '/dashboard' },
  { name: 'overview', server: open, owner: regular, path: '/dashboard' },
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
      await page.locator('.reveal summary').click();
      await page.fill('#deletion-password', 'not it');
      await sendAsIs(page, '#deletion');
    },
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
  await page.goto(server.url + view.path);
  await view.act?.(page);
  return { context, page };
}
