import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFormBrowser, type FormBrowser, wordsOf } from '../../../test/support/browser/form-browser.js';
import { Mailbox } from '../../../test/support/email/mailbox.js';
import { call, memberAt } from '../../../test/support/http/http-client.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { all } from '../../db/sql/statement.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

const mail = new Mailbox();
let server: TestServer;
const { clock, source } = createTestClock('2026-01-31');
beforeAll(async () => {
  server = await startService({
    baseUrl: 'https://polls.example.com',
    clock: source,
    trustProxy: ['127.0.0.1'],
    email: { url: mail.url, from: 'Polls <noreply@example.com>' },
  });
});
afterAll(() => server.close());

const password = 'correct horse battery';
let clients = 0;
const newBrowser = () => createFormBrowser(server, { 'x-forwarded-for': `10.4.0.${++clients}` });

interface Registered {
  readonly browser: FormBrowser;
  readonly email: string;
  readonly id: number;
}

let accounts = 0;
async function register(email = `new${++accounts}@example.com`, browser = newBrowser()): Promise<Registered> {
  const name = 'URGENT https://phish.example';
  expect(await browser.submit('/register', { name, email, password })).toMatchObject({ status: 303 });
  const rows = await server.services.store.read(all<{ id: number }>`
    select id from askwell_accounts where email = ${email}`);
  return { browser, email, id: rows[0]?.id ?? expect.unreachable('There is an account.') };
}

const emailsTo = (address: string) => mail.emails.filter(({ to }) => to === address);

/** Returns the path of the link in the last email to an address. */
async function linkTo(address: string): Promise<string> {
  await clock.advance(0);
  const text = emailsTo(address).at(-1)?.text ?? '';
  const [, path] = /https:\/\/polls\.example\.com(\/verify-email\?token=[0-9a-z-]+)\n/.exec(text) ?? [];
  return path ?? expect.unreachable(`The email to ${address} has no link: ${text}`);
}

/** Opens a link as a browser does: the token moves into a cookie. */
async function open(browser: FormBrowser, path: string) {
  const first = await browser.open(path);
  expect([first.status, first.location]).toEqual([303, '/verify-email']);
  return browser.open('/verify-email');
}

const isVerified = async (id: number) => (await server.askwell.accounts.get({ id })).emailVerified;

test('a new owner gets a link that verifies the email once, by the button of a page', async () => {
  const { browser, email, id } = await register();
  expect(wordsOf(await browser.open('/dashboard/account'))).toContain('Your email is not verified.');
  const path = await linkTo(email);
  expect(emailsTo(email)).toMatchObject([{ subject: 'Verify your email' }]);
  // The owner of the address may not be the owner of the account, so the email contains no text of the account.
  expect(JSON.stringify(emailsTo(email))).not.toContain('phish');
  const page = await open(browser, path);
  expect([page.status, wordsOf(page)]).toEqual([200, expect.stringContaining(`Is ${email} your address?`)]);
  expect(await isVerified(id)).toBe(false);
  const crossSite = { 'sec-fetch-site': 'cross-site' };
  expect((await browser.submit('/verify-email', {}, crossSite)).status).toBe(403);
  expect(await isVerified(id)).toBe(false);
  expect(await browser.submit('/verify-email')).toMatchObject({ location: '/dashboard/account?notice=email-verified' });
  expect(await isVerified(id)).toBe(true);
  expect(wordsOf(await browser.open('/dashboard/account'))).not.toContain('not verified');
  expect((await open(browser, path)).status).toBe(410);
  expect((await browser.submit('/verify-email')).status).toBe(410);
  const events = await server.services.securityEvents.list(id);
  expect(events.map(({ kind }) => kind)).toContain('email_verified');
});

test('a link works only for the owner who is signed in', async () => {
  const [owner, other] = [await register(), await register()];
  const path = await linkTo(owner.email);
  const stranger = newBrowser();
  expect(await open(stranger, path)).toMatchObject({ status: 303, location: '/login?next=%2Fverify-email' });
  expect(await stranger.submit('/verify-email')).toMatchObject({ status: 303, location: '/login' });
  expect((await open(other.browser, path)).status).toBe(410);
  expect((await other.browser.submit('/verify-email')).status).toBe(410);
  expect([await isVerified(owner.id), await isVerified(other.id)]).toEqual([false, false]);
  const login = { email: owner.email, password, next: '/verify-email' };
  expect(await stranger.submit('/login', login)).toMatchObject({ location: '/verify-email' });
  expect((await stranger.submit('/verify-email')).status).toBe(303);
  expect(await isVerified(owner.id)).toBe(true);
});

test('a link expires, and a changed token is refused', async () => {
  const { browser, email, id } = await register();
  const path = await linkTo(email);
  const later = path.replace(/token=(.)/, (_, first: string) => `token=${first === 'z' ? 'y' : 'z'}`);
  expect((await open(browser, later)).status).toBe(410);
  await clock.advance({ days: 2 });
  expect((await open(browser, path)).status).toBe(410);
  expect(await isVerified(id)).toBe(false);
});

test('nothing about a link is stored', async () => {
  const { email } = await register();
  const [, token = ''] = /token=(.*)/.exec(await linkTo(email)) ?? [];
  const rows = await server.services.store.read(all`select * from askwell_accounts`);
  expect(JSON.stringify(rows)).not.toContain(token.split('-')[1]);
  expect(await server.services.store.read(all`select 1 from askwell_emails`)).toEqual([]);
});

test('another link can be requested a few times an hour for a mailbox, by all accounts together', async () => {
  const tagged = (tag: number) => `many.tags+${tag}@gmail.com`;
  const owners: Registered[] = [];
  for (let tag = 0; tag < 6; tag++) owners.push(await register(tagged(tag)));
  await clock.advance(0);
  const sent = () => mail.emails.filter(({ to }) => to.endsWith('@gmail.com')).length;
  expect(sent()).toBe(5);
  const last = owners[5] ?? expect.unreachable('There is an owner.');
  const again = () => last.browser.submit('/dashboard/account/verify-email');
  expect(await again()).toMatchObject({ status: 429, text: expect.stringContaining('Too many emails.') });
  await clock.advance({ hours: 1 });
  expect(await again()).toMatchObject({ status: 303, location: '/dashboard/account?notice=link-sent' });
  await clock.advance(0);
  expect(sent()).toBe(6);
  expect((await open(last.browser, await linkTo(tagged(5)))).status).toBe(200);
});

test('a client can send links to few addresses only', async () => {
  const client = { 'x-forwarded-for': '10.5.5.5' };
  for (let n = 0; n < 22; n++) await register(undefined, createFormBrowser(server, client));
  const before = mail.emails.length;
  await clock.advance(0);
  expect(mail.emails.length - before).toBe(20);
});

test('a changed email is not verified and gets a link, and the former address gets a notice if it was verified', async () => {
  const { browser, email, id } = await register();
  const change = (next: string) =>
    browser.submit('/dashboard/account/email', { email: next, current_password: password });
  const unverified = `second.${email}`;
  expect((await change(unverified)).status).toBe(303);
  const path = await linkTo(unverified);
  expect([emailsTo(email).length, emailsTo(unverified).length]).toEqual([0, 1]);
  await open(browser, path);
  expect((await browser.submit('/verify-email')).status).toBe(303);
  expect(await isVerified(id)).toBe(true);
  // Only the case changes.
  expect((await change(unverified.toUpperCase())).status).toBe(303);
  expect(await isVerified(id)).toBe(true);

  const last = `third.${email}`;
  expect((await change(last)).status).toBe(303);
  expect(await isVerified(id)).toBe(false);
  await clock.advance(0);
  expect(emailsTo(unverified.toUpperCase()).map(({ subject }) => subject)).toEqual([
    'The email of your account was changed',
  ]);
  expect(JSON.stringify(emailsTo(unverified.toUpperCase()))).not.toContain(last);
  expect(emailsTo(last).map(({ subject }) => subject)).toEqual(['Verify your email']);
});

test('an account of the host is verified if the host says so', async () => {
  const { accounts: hosted } = server.askwell;
  const draft = { externalId: 'u1', name: 'Host user', email: 'host1@example.com' };
  expect((await hosted.ensure(draft)).emailVerified).toBe(false);
  expect((await hosted.ensure({ ...draft, emailVerified: false })).emailVerified).toBe(false);
  expect((await hosted.ensure({ ...draft, emailVerified: new Date() })).emailVerified).toBe(true);
  // The host does not say so again, but the address is the same.
  expect((await hosted.ensure({ ...draft, name: 'Renamed' })).emailVerified).toBe(true);
  expect((await hosted.ensure({ ...draft, email: 'host2@example.com' })).emailVerified).toBe(false);
  await clock.advance(0);
  expect(mail.emails.filter(({ to }) => to.startsWith('host'))).toEqual([]);
});

test('getUser can say that an email is verified', async () => {
  const user: { id: string; name: string; email: string; emailVerified: Date | null } = {
    id: 'user',
    name: 'Of the app',
    email: 'getuser@example.com',
    emailVerified: null,
  };
  const host = await startService({
    baseUrl: 'https://polls.example.com',
    clock: source,
    getUser: () => user,
    email: { url: mail.url, from: 'noreply@example.com' },
  });
  try {
    const browser = createFormBrowser(host);
    const words = async () => wordsOf(await browser.open('/dashboard/account'));
    expect(await words()).toContain('Your email is not verified.');
    expect(await browser.submit('/dashboard/account/verify-email')).toMatchObject({ status: 303 });
    const path = await linkTo(user.email);
    expect((await open(browser, path)).status).toBe(200);
    user.emailVerified = new Date();
    expect(await words()).not.toContain('not verified');
    expect((await host.askwell.accounts.get('user')).emailVerified).toBe(true);
  } finally {
    await host.close();
  }
});

test('`GET /me` has no other fields than before', async () => {
  const { browser } = await register();
  const page = await browser.submit('/dashboard/keys', { name: 'Test' });
  const key = /\bask_[0-9A-Za-z]{40}\b/.exec(page.text)?.[0] ?? expect.unreachable('The page has a key.');
  const reply = await call(server, 'GET', '/api/v1/me', { key });
  expect(Object.keys(Object(memberAt(reply.body, 'data'))).sort()).toEqual([
    'api_keys',
    'created_at',
    'email',
    'id',
    'name',
  ]);
});
