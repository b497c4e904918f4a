import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFormBrowser, type FormBrowser, wordsOf } from '../../../test/support/browser/form-browser.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { all } from '../../db/sql/statement.js';
import type { HostUser } from '../../http/host-user.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

const ada: HostUser = { id: 'u1', name: 'Ada', email: 'ada@example.com' };
const bob: HostUser = { id: 'u2', name: 'Bob' };
const origin = 'https://app.example.com';
const { clock, source } = createTestClock('2026-01-31');
/** A browser whose paths have the base path, as links on pages do. */
const browserOf = ({ fetch }: TestServer, headers = {}) =>
  createFormBrowser({ url: 'http://localhost', fetch }, headers);

let server: TestServer;
let browser: FormBrowser;
/** The user who is signed in to the app by a cookie, if any. */
let hostUser: HostUser | null;

beforeEach(async () => {
  hostUser = null;
  server = await startService({
    baseUrl: `${origin}/polls`,
    clock: source,
    getUser: () => hostUser,
    pages: { landing: false },
  });
  browser = browserOf(server);
});
afterEach(() => server.close());

const linkFor = async (user: HostUser, next?: string | null) =>
  (await server.askwell.dashboardLink(user, { next })).slice(origin.length);

/** Opens a link as a browser does: the token moves into a cookie. */
async function open(url: string, by = browser) {
  const first = await by.open(url);
  expect([first.status, first.location]).toEqual([303, '/polls/enter']);
  return by.open('/polls/enter');
}
/** Sends the form of the page, which names the account. */
async function enter(by = browser) {
  const [, account = '0'] = /name="account" value="(\d+)"/.exec((await by.open('/polls/enter')).text) ?? [];
  return by.submit('/polls/enter', { account });
}
const nameOn = async (by: FormBrowser) =>
  /<dt>Name<\/dt><dd>([^<]*)/.exec((await by.open('/polls/dashboard/account')).text)?.[1];

describe('a link', () => {
  test('signs a user in once, and creates the account as getUser does', async () => {
    const url = await linkFor(ada);
    expect(url).toMatch(/^\/polls\/enter\?token=[\w-]{43}$/);
    expect(await server.askwell.accounts.get('u1')).toMatchObject({ name: 'Ada', email: 'ada@example.com' });
    const page = await open(url);
    expect([page.status, wordsOf(page)]).toEqual([
      200,
      expect.stringContaining(
        'Continue as Ada ? ID of the account: u1 You will see the polls, quizzes and forms of this account.',
      ),
    ]);
    const entered = await enter();
    expect([entered.status, entered.location]).toEqual([303, '/polls/dashboard']);
    expect(await nameOn(browser)).toBe('Ada');
    const again = await open(url, browserOf(server)).catch((error: unknown) => error);
    expect(again).toMatchObject({ status: 410, text: expect.stringContaining('This link does not work') });
  });

  test('is not used up by programs that open it', async () => {
    const url = await linkFor(ada);
    for (let n = 0; n < 3; n++) expect((await open(url, browserOf(server))).status).toBe(200);
    const head = browserOf(server);
    expect((await head.send(url, { method: 'HEAD' })).status).toBe(303);
    await open(url);
    expect((await enter()).status).toBe(303);
  });

  test('works in one of two browsers that use it at the same time', async () => {
    const url = await linkFor(ada);
    const browsers = [browserOf(server), browserOf(server)];
    for (const each of browsers) await open(url, each);
    const replies = await Promise.all(browsers.map((each) => enter(each)));
    expect(replies.map(({ status }) => status).sort()).toEqual([303, 410]);
  });

  test('expires after five minutes', async () => {
    const [first, second] = [await linkFor(ada), await linkFor(ada)];
    await open(first);
    await clock.advance({ minutes: 4, seconds: 59 });
    expect((await open(second)).status).toBe(200);
    await clock.advance({ seconds: 1 });
    expect((await enter()).status).toBe(410);
  });

  test('is accepted from this site only', async () => {
    await open(await linkFor(ada));
    const reply = await browser.submit('/polls/enter', {}, { 'sec-fetch-site': 'cross-site' });
    expect(reply.status).toBe(403);
    expect((await enter()).status).toBe(303);
  });

  test.each([
    ['/polls/dashboard/keys?a=1', '/polls/dashboard/keys?a=1'],
    [`${origin}/polls/dashboard/keys`, '/polls/dashboard/keys'],
    ['//evil.example/', '/polls/dashboard'],
    ['https://evil.example/', '/polls/dashboard'],
    [`${origin}//evil.example/`, '/polls/dashboard'],
    ['javascript:alert(1)', '/polls/dashboard'],
    ['', '/polls/dashboard'],
    // A URL without the parameter.
    [new URLSearchParams('').get('next'), '/polls/dashboard'],
  ])('with next %j leads to %s', async (next, expected) => {
    await open(await linkFor(ada, next));
    expect((await enter()).location).toBe(expected);
  });

  test('is stored as a hash', async () => {
    const token = (await linkFor(ada)).split('token=')[1] ?? '';
    const rows = await server.services.store.read(all`select token_hash, next from askwell_sign_in_links`);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(token).toHaveLength(43);
  });

  test('leaves at most twenty rows per account if it is not used, and no rows after the account is deleted', async () => {
    const count = async () => (await server.services.store.read(all`select 1 from askwell_sign_in_links`)).length;
    for (let n = 0; n < 25; n++) await linkFor(ada);
    expect(await count()).toBe(20);
    await clock.advance({ minutes: 6 });
    await linkFor(ada);
    expect(await count()).toBe(1);
    await server.askwell.accounts.delete('u1');
    expect(await count()).toBe(0);
  });
});

test('the form for one account does not sign in to another account, whose link was opened later', async () => {
  const question = await open(await linkFor(ada));
  const [, account = ''] = /name="account" value="(\d+)"/.exec(question.text) ?? [];
  await open(await linkFor(bob));
  const asked = await browser.submit('/polls/enter', { account });
  expect([asked.status, wordsOf(asked)]).toEqual([409, expect.stringContaining('Continue as Bob ?')]);
  expect((await browser.open('/polls/dashboard')).status).toBe(303);
});

describe('the session of a link', () => {
  beforeEach(async () => {
    await open(await linkFor(ada));
    await enter();
  });

  test('is valid while the host names no user, and ends with "Sign out"', async () => {
    const page = await browser.open('/polls/dashboard/account');
    expect(page.text).toContain('Sign out</button>');
    expect(wordsOf(page)).toContain('Signed-in browsers');
    expect(page.text).not.toMatch(/type="password"|account\/(?:email|name|password)"/);
    expect(await browser.submit('/polls/logout')).toMatchObject({ status: 303, location: '/polls/logout' });
    expect(wordsOf(await browser.open('/polls/logout'))).toContain('You are signed out of the dashboard.');
    expect((await browser.open('/polls/dashboard')).status).toBe(303);
  });

  test('opens further links of the same user without a question, and uses them up', async () => {
    const url = await linkFor(ada, '/polls/dashboard/keys');
    expect((await browser.open(url)).status).toBe(303);
    expect((await browser.open('/polls/enter')).location).toBe('/polls/dashboard/keys');
    for (const each of [browser, browserOf(server)]) {
      const again = await open(url, each).catch((error: unknown) => error);
      expect(again).toMatchObject({ status: 410, text: expect.stringContaining('This link does not work') });
    }
    expect(await nameOn(browser)).toBe('Ada');
  });

  test('does not use up a link that no user has opened', async () => {
    const url = await linkFor(ada, '/polls/dashboard/keys');
    for (const request of [{ method: 'HEAD' }, { headers: { 'sec-purpose': 'prefetch;prerender' } }]) {
      await browser.open(url);
      expect((await browser.send('/polls/enter', request)).location).toBe('/polls/dashboard/keys');
    }
    await open(url, browserOf(server));
  });

  test('also uses up links while the host names the same user', async () => {
    hostUser = ada;
    const url = await linkFor(ada);
    await browser.open(url);
    expect((await browser.open('/polls/enter')).location).toBe('/polls/dashboard');
    hostUser = null;
    const again = await open(url, browserOf(server)).catch((error: unknown) => error);
    expect(again).toMatchObject({ status: 410 });
  });

  test('does not become a session of another user without a question', async () => {
    const page = await open(await linkFor(bob));
    expect(wordsOf(page)).toContain(
      'Continue as Bob ? ID of the account: u2 You are signed in as Ada , and will be signed out of that account.',
    );
    expect(await nameOn(browser)).toBe('Ada');
    await enter();
    expect(await nameOn(browser)).toBe('Bob');
    const sessions = await server.services.store.read(all`select 1 from askwell_sessions`);
    expect(sessions).toHaveLength(1);
  });

  test('is replaced by the user of the host, and ends if that is another user', async () => {
    hostUser = ada;
    expect((await browser.open('/polls/dashboard')).text).not.toContain('Sign out');
    hostUser = null;
    expect(await nameOn(browser)).toBe('Ada');
    hostUser = bob;
    expect(await nameOn(browser)).toBe('Bob');
    hostUser = null;
    expect((await browser.open('/polls/dashboard')).status).toBe(303);
  });

  test('is the session that auth.session returns', async () => {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const session = await server.askwell.auth.session({ headers: { cookie } });
    expect(session).toMatchObject({ account: { name: 'Ada' }, isOfHost: true });
  });
});

test('a link for another user than the user of the host is refused, and not used up', async () => {
  const url = await linkFor(ada);
  hostUser = bob;
  await browser.open('/polls/dashboard');
  const page = await open(url);
  expect([page.status, wordsOf(page)]).toEqual([403, expect.stringContaining('This link is for another account')]);
  expect((await enter()).status).toBe(403);
  hostUser = null;
  expect((await enter()).status).toBe(303);
  expect(await nameOn(browser)).toBe('Ada');
});

test('a password session is not valid if the host signs its users in', async () => {
  const open = await startService({ database: server.database, baseUrl: `${origin}/polls` });
  const member = browserOf(open);
  expect(
    (
      await member.submit('/polls/register', {
        name: 'Eve',
        email: 'eve@example.com',
        password: 'correct horse battery',
      })
    ).status,
  ).toBe(303);
  expect((await member.open('/polls/dashboard')).status).toBe(200);
  const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  expect((await browserOf(server, { cookie }).open('/polls/dashboard')).status).toBe(303);
  await open.close();
});

test('dashboardLink explains invalid arguments and missing requirements', async () => {
  const { askwell } = server;
  const dashboardLink = (...values: unknown[]) => Reflect.apply(askwell.dashboardLink, askwell, values);
  await expect(dashboardLink()).rejects.toThrow(
    'askwell.dashboardLink: user: expected a user { id, name, email? }, got undefined.',
  );
  await expect(dashboardLink({ id: 7, name: 'Ada' })).rejects.toThrow(/got an object\. "id" is 7\.$/);
  await expect(dashboardLink(ada, { nxt: '/' })).rejects.toThrow(/options: expected an object with `next`, a string/);
  await askwell.accounts.ensure({ externalId: 'u9', name: 'Nine', email: 'ada@example.com' });
  await expect(dashboardLink(ada)).rejects.toMatchObject({ code: 'conflict' });
  const without = await startService({ pages: { dashboard: false } });
  await expect(without.askwell.dashboardLink(ada)).rejects.toThrow('requires the dashboard');
  await without.close();
});
