import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFormBrowser, type FormBrowser, type Page } from '../../../test/support/browser/form-browser.js';
import { Mailbox } from '../../../test/support/email/mailbox.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
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
    email: { url: mail.url, from: 'Polls <noreply@example.com>' },
    clock: source,
    trustProxy: ['127.0.0.1'],
  });
});
afterAll(() => server.close());

const newPassword = 'a new battery staple';

/** The number of addresses that were used: each client may request few links. */
let clients = 0;
const newBrowser = () => createFormBrowser(server, { 'x-forwarded-for': `10.0.0.${++clients}` });

/** Sends the emails that were requested. */
async function sendEmails(): Promise<void> {
  await server.services.passwordResets?.flush();
  await clock.advance(0);
}

/** Requests a link, and returns the path in the email that arrives. */
async function requestLink(browser: FormBrowser, email: string): Promise<string> {
  const own = () => mail.emails.filter(({ to }) => to === email.trim().toLowerCase());
  const before = own().length;
  expect(await browser.submit('/forgot-password', { email })).toMatchObject({ status: 200 });
  await sendEmails();
  expect(own().length).toBe(before + 1);
  const [, path = ''] =
    /https:\/\/polls\.example\.com(\/reset-password\?token=[0-9a-f]{32})\s/.exec(own()[before]?.text ?? '') ?? [];
  return path;
}

/** Opens a link as a browser does. */
async function open(browser: FormBrowser, path: string): Promise<Page> {
  const first = await browser.open(path);
  return first.status === 303 ? browser.open(first.location ?? '') : first;
}

const signIn = ({ email }: Owner, password: string) => newBrowser().submit('/login', { email, password });

test('an owner sets a new password with the link of an email, once, and all sessions end', async () => {
  const owner = await createOwner(server.services);
  const other = newBrowser();
  await other.submit('/login', { email: owner.email, password: owner.password });
  const browser = newBrowser();
  expect((await browser.open('/login')).text).toContain('href="/forgot-password"');
  const path = await requestLink(browser, ` ${owner.email.toUpperCase()}`);
  expect(mail.emails.at(-1)).toMatchObject({ to: owner.email, from: 'Polls <noreply@example.com>' });
  expect(mail.emails.at(-1)?.html).toContain(`https://polls.example.com${path}`);

  const redirect = await browser.open(path);
  expect([redirect.status, redirect.location, redirect.headers.get('referrer-policy')]).toEqual([
    ...[303, '/reset-password', 'no-referrer'],
  ]);
  expect(redirect.headers.get('set-cookie')).toMatch(
    /^__Secure-askwell-reset=[0-9a-f]{32}; Path=\/reset-password; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$/,
  );
  expect((await browser.open('/reset-password')).text).toContain(owner.email);
  expect(await browser.submit('/reset-password', { password: 'short' })).toMatchObject({ status: 422 });
  expect(await browser.submit('/reset-password', { password: newPassword })).toMatchObject({
    status: 303,
    location: '/login?notice=password-reset',
  });
  expect((await browser.open('/login?notice=password-reset')).text).toContain('Password changed.');

  expect((await other.open('/dashboard')).status).toBe(303);
  expect((await signIn(owner, owner.password)).status).toBe(422);
  expect((await signIn(owner, newPassword)).status).toBe(303);
  const again = newBrowser();
  expect([
    (await open(again, path)).status,
    (await again.submit('/reset-password', { password: 'x'.repeat(20) })).status,
  ]).toEqual([...[410, 410]]);
  const events = await server.services.securityEvents.list(owner.session.account.id);
  expect(events.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['password_reset_requested', 'password_reset_by_email']),
  );
});

test('the page is the same whether an account uses the address or not', async () => {
  const owner = await createOwner(server.services);
  const before = mail.emails.length;
  const unknown = await newBrowser().submit('/forgot-password', { email: 'nobody@example.com' });
  const known = await newBrowser().submit('/forgot-password', { email: owner.email });
  expect(known.text.replaceAll(owner.email, 'nobody@example.com')).toBe(unknown.text);
  expect(known.status).toBe(unknown.status);
  await sendEmails();
  expect(mail.emails.slice(before).map(({ to }) => to)).toEqual([owner.email]);
});

test.each(['known', 'unknown'])('limits the requests for a %s address and of a client', async (kind) => {
  const email = kind === 'known' ? (await createOwner(server.services)).email : 'unknown@example.com';
  const statuses = async (count: number, request: (at: number) => Promise<Page>) => {
    const pages: Page[] = [];
    for (let at = 0; at < count; at++) pages.push(await request(at));
    return pages.map(({ status }) => status);
  };
  expect(await statuses(6, () => newBrowser().submit('/forgot-password', { email }))).toEqual([
    200, 200, 200, 200, 200, 429,
  ]);
  const browser = newBrowser();
  const ofOneClient = (at: number) => browser.submit('/forgot-password', { email: `${kind}${at}@example.com` });
  expect((await statuses(11, ofOneClient)).slice(9)).toEqual([200, 429]);
});

test('a link expires after an hour, and with a changed password or email', async () => {
  const owner = await createOwner(server.services);
  const [first, second, third] = [newBrowser(), newBrowser(), newBrowser()];
  const expired = await requestLink(first, owner.email);
  await clock.advance({ hours: 1 });
  expect((await open(first, expired)).status).toBe(410);

  const path = await requestLink(second, owner.email);
  expect((await open(second, path)).status).toBe(200);
  await server.services.accounts.changePassword(owner.session, owner.password, 'changed by its owner');
  expect((await second.submit('/reset-password', { password: newPassword })).status).toBe(410);

  const toOldAddress = await requestLink(third, owner.email);
  await server.services.accounts.ensure({ id: 'host', name: 'Host', email: owner.email }, true);
  await server.services.accounts.ensure({ id: 'host', name: 'Host', email: `new.${owner.email}` }, true);
  expect((await open(third, toOldAddress)).status).toBe(410);
});

test('only one of two forms with the same link sets the password', async () => {
  const owner = await createOwner(server.services);
  const browser = newBrowser();
  await browser.open(await requestLink(browser, owner.email));
  const passwords = ['first new password', 'second new password'];
  const pages = await Promise.all(passwords.map((password) => browser.submit('/reset-password', { password })));
  expect(pages.map(({ status }) => status).sort()).toEqual([303, 410]);
});

test('forms of other sites are refused', async () => {
  const crossSite = { 'sec-fetch-site': 'cross-site' };
  const browser = newBrowser();
  expect((await browser.submit('/forgot-password', { email: 'a@example.com' }, crossSite)).status).toBe(403);
  expect((await browser.submit('/reset-password', { password: newPassword }, crossSite)).status).toBe(403);
});

test('the database does not contain the token, and a deleted account gets no email', async () => {
  const owner = await createOwner(server.services);
  let refused = 0;
  mail.decide = () => {
    refused++;
    return { failure: 'deferred', code: 'EMESSAGE', reply: 451 };
  };
  await newBrowser().submit('/forgot-password', { email: owner.email });
  await sendEmails();
  expect(refused).toBe(1);
  const stored = JSON.stringify(await server.services.store.read(all`select * from askwell_emails`));
  expect(stored).not.toContain(owner.email);
  await server.services.accounts.remove(owner.session.account.id);
  const left = await server.services.store.read(all`
    select 1 from askwell_emails where account_id = ${owner.session.account.id}
    union all select 1 from askwell_password_resets where account_id = ${owner.session.account.id}`);
  expect(left).toEqual([]);
});

test('without the option `email`, the pages do not exist', async () => {
  const silent = await startService();
  try {
    const browser = createFormBrowser(silent);
    expect((await browser.open('/login')).text).not.toContain('forgot-password');
    expect((await browser.open('/forgot-password')).status).toBe(404);
    expect((await browser.open('/reset-password?token=0')).status).toBe(404);
  } finally {
    await silent.close();
  }
});
