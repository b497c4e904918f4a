import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { showTicket } from '../src/core/tickets/list-tickets.js';
import { dashboardRoutes } from '../src/dashboard/dashboard-endpoints.js';
import { createFormBrowser, type FormBrowser } from './support/browser/form-browser.js';
import { createKey, createOwner, type Owner } from './support/servers/create-owner.js';
import { startService } from './support/servers/start-service.js';
import type { TestServer } from './support/servers/test-server.js';

/** What each parameter of a path stands for, by the start of the path. */
const owned: Readonly<Record<string, Readonly<Record<string, string>>>> = {};
/** The queries without which a page is not found. */
const queries: Record<string, string> = {
  '/dashboard/asks/{id}/results/chart.svg': 'chart=timeline',
  '/dashboard/asks/{id}/results/cross.csv': 'rows=field.a&columns=field.b',
};
let server: TestServer;
let owner: FormBrowser;
let other: FormBrowser;
let ended: FormBrowser;
/** A key with all permissions. */
let apiKey: string;
beforeAll(async () => {
  server = await startService({ webhooks: { send: false } });
  const account = await createOwner(server.services);
  const { id: pollId } = await server.askwell.polls.create(account.session.account, {
    title: 'Of the owner',
    options: ['a', 'b'],
    one_per: 'ticket',
    languages: ['en', 'de'],
  });
  const { id: formId } = await server.askwell.forms.create(account.session.account, {
    title: 'Of the owner',
    fields: ['a', 'b'].map((id) => ({ type: 'single_choice' as const, id, label: id, options: ['One', 'Two'] })),
  });
  const [ticket = ''] = await server.askwell.polls.issueTickets(account.session.account, pollId, 1);
  const { id: answer } = await server.askwell.polls.vote(pollId, { choices: ['o1'], ticket });
  const { tickets, asks } = server.services.polls;
  const ask = (await asks.find(account.session.scope, pollId))?.ask ?? expect.unreachable();
  const [listed] = await tickets.list(ask, { used: null, reference: null }, { after: null, limit: 1, order: 'asc' });
  const key = await createKey(server.services, account.session, { name: 'Of the owner' });
  apiKey = key.raw;
  const site = await server.services.sites.create(account.session.scope, { name: 'Of the owner' });
  const made = await server.services.webhooks.create(account.session.scope, {
    url: 'https://8.8.8.8/',
    description: 'Of the owner',
  });
  const delivery = await server.services.deliveries.test(account.session.scope, made.row);
  const webhookId = String(made.row.id);
  owner = await signIn(account);
  other = await signIn(await createOwner(server.services));
  ended = await signIn(account);
  const cookies = new Map(ended.cookies);
  await ended.submit('/logout');
  for (const [name, value] of cookies) ended.cookies.set(name, value);
  // The list has a button for each other browser.
  await signIn(account);
  const sessions = (await owner.open('/dashboard/account')).text;
  const session = /sessions\/(\d+)\/delete/.exec(sessions)?.[1] ?? '';
  queries['/dashboard/asks/delete'] = `id=${pollId}`;
  Object.assign(owned, {
    '/dashboard/asks/{id}/logic': { id: formId },
    '/dashboard/asks/{id}/results/cross.csv': { id: formId },
    '/dashboard/asks/': { id: pollId, language: 'de', answer, ticket: listed ? showTicket(listed).id : '' },
    '/dashboard/keys/': { id: String(key.id) },
    '/dashboard/webhooks/': { id: webhookId, delivery: String(delivery.row.id) },
    '/dashboard/sites/': { id: String(site.id) },
    '/dashboard/account/sessions/': { id: session },
    '/dashboard/developers/guides/': { name: 'rest' },
  });
});
afterAll(() => server.close());

async function signIn({ email, password }: Owner): Promise<FormBrowser> {
  const browser = createFormBrowser(server, { 'sec-fetch-site': 'same-origin' });
  await browser.submit('/login', { email, password });
  return browser;
}

/** Returns a path with the IDs of the owner's resources. */
function filled(path: string): string {
  const [, values = {}] = Object.entries(owned).find(([start]) => path.startsWith(start)) ?? [];
  const url = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '');
  const query = queries[path];
  return query === undefined ? url : `${url}?${query}`;
}

/** The routes of the dashboard, without the routes for visitors and for signing in. */
const routes = (await routesOf()).filter(({ path }) => path.startsWith('/dashboard') && !path.includes('/assets/'));
const gets = routes.filter(({ get }) => get).map(({ path }) => path);
const posts = routes.filter(({ post }) => post).map(({ path }) => path);
/** Paths without a parameter whose reply is the same for the owner and for another account. */
const isOfOneThing = (path: string) =>
  (path.includes('{') && !path.includes('{name}')) || path === '/dashboard/asks/delete';

async function routesOf() {
  const unused = await startService();
  const found = dashboardRoutes(unused.services);
  await unused.close();
  return found;
}

test('there are routes for every part of the dashboard', () => {
  expect(gets.length).toBeGreaterThan(20);
  expect(posts.length).toBeGreaterThan(20);
});

describe.each(gets)('GET %s', (path) => {
  test('sends strangers and ended sessions to the sign-in page', async () => {
    for (const browser of [createFormBrowser(server), ended]) {
      const { status, location } = await browser.open(filled(path));
      expect([status, location]).toEqual([303, `/login?next=${encodeURIComponent(filled(path))}`]);
    }
  });

  test('shows the owner the page, and others only their own', async () => {
    expect((await owner.open(filled(path))).status).toBe(200);
    const page = await other.open(filled(path));
    expect(page.status).toBe(isOfOneThing(path) ? 404 : 200);
    expect(page.text).not.toContain('Of the owner');
  });
});

/** The routes that take JSON from scripts. All others take forms. */
const takesJson = (path: string) => path.endsWith('/working-copy');

/** The routes of an ask that take a file. */
const takesFile = (path: string) => path.includes('{id}') && path.endsWith('/import');

function post(browser: FormBrowser, path: string, fields: Readonly<Record<string, string>>) {
  if (takesFile(path)) {
    const body = '--x\r\ncontent-disposition: form-data; name="file"; filename="de.csv"\r\n\r\nx\r\n--x--\r\n';
    return browser.send(filled(path), {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body,
    });
  }
  if (!takesJson(path)) return browser.submit(filled(path), fields);
  const headers = { 'content-type': 'application/json' };
  return browser.send(filled(path), { method: 'POST', headers, body: JSON.stringify(fields) });
}

describe.each(posts)('POST %s', (path) => {
  test('accepts nothing from strangers, API keys, ended sessions and other origins', async () => {
    const stranger = createFormBrowser(server, { 'sec-fetch-site': 'same-origin' });
    const program = createFormBrowser(server, { 'sec-fetch-site': 'same-origin', 'x-api-key': apiKey });
    for (const browser of [stranger, program, ended]) {
      const { status, location } = await post(browser, path, { name: 'Taken' });
      expect([status, location]).toEqual([303, '/login']);
    }
    const foreign = createFormBrowser(server, { 'sec-fetch-site': 'cross-site' });
    for (const [name, value] of owner.cookies) foreign.cookies.set(name, value);
    expect((await post(foreign, path, { name: 'Taken' })).status).toBe(403);
  });
});

describe.each(posts.filter(isOfOneThing))('POST %s by another account', (path) => {
  test('does not reveal that the resource exists', async () => {
    const id = owned['/dashboard/asks/']?.['id'] ?? '';
    const fields =
      path === '/dashboard/asks/delete' ? { id } : path.startsWith('/dashboard/sites') ? { name: 'Taken' } : {};
    const { status, text } = await post(other, path, fields);
    // Ending a session that does not exist succeeds, because it has already ended.
    expect(status).toBe(path.includes('/sessions/') ? 303 : 404);
    expect(text).not.toContain('Of the owner');
  });
});

test('nothing of the owner was changed or deleted by all these requests', async () => {
  const { id = '', answer = '' } = owned['/dashboard/asks/'] ?? {};
  expect((await owner.open(`/dashboard/asks/${id}/answers/${answer}`)).status).toBe(200);
  expect((await owner.open('/dashboard')).text).toContain('Of the owner');
  for (const path of ['/dashboard/keys', '/dashboard/webhooks', '/dashboard/sites']) {
    expect((await owner.open(path)).text).toContain('Of the owner');
  }
});
