import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createFormBrowser,
  type FormBrowser,
  makeKey,
  register,
  wordsOf,
} from '../../../test/support/browser/form-browser.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { rowsOf } from '../../../test/support/store/stored-rows.js';

const email = 'owner@example.com';
const password = 'correct horse battery';
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const phone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Mobile Safari/604.1' };

let server: TestServer;
let owner: FormBrowser;
beforeEach(async () => {
  server = await startService();
  owner = createFormBrowser(server, firefox);
  await register(owner);
});
afterEach(() => server.close());

async function signIn(headers: Record<string, string>, secret = password): Promise<FormBrowser> {
  const browser = createFormBrowser(server, headers);
  await browser.submit('/login', { email, password: secret });
  return browser;
}

/** Returns all rows except the rows that every request changes: counts of limits, and the last transaction of each writer. */
async function lastingRows(): Promise<Record<string, unknown[]>> {
  const { askwell_limits: _, askwell_commits: __, ...rows } = await rowsOf(server.database);
  return rows;
}

const isSignedIn = async (browser: FormBrowser) => (await browser.open('/dashboard')).status === 200;

test('lists signed-in browsers, marks the current one and signs out a single one', async () => {
  const other = await signIn(phone);
  const page = await owner.open('/dashboard/account');
  expect(wordsOf(page)).toMatch(/Firefox on Linux This browser Last seen \d+ \w+ \d{4}, \d\d:\d\d UTC/);
  expect(wordsOf(page)).toContain('Safari on iPhone Last seen');
  const [, id = ''] =
    /sessions\/(\d+)\/delete"><button[^>]*>Sign out<span class="unseen"> Safari/.exec(page.text) ?? [];
  const reply = await owner.submit(`/dashboard/account/sessions/${id}/delete`);
  expect([reply.status, reply.location]).toEqual([303, '/dashboard/account?notice=session-ended']);
  expect([await isSignedIn(owner), await isSignedIn(other)]).toEqual([true, false]);
});

test('shows this browser and two others, and folds the rest', async () => {
  for (let nth = 0; nth < 6; nth++) await signIn(phone);
  const { text } = await owner.open('/dashboard/account');
  const [shown = '', folded = ''] = text.split('>4 more<span class="unseen">: Signed-in browsers</span>');
  expect(shown.indexOf('Firefox on Linux')).toBeLessThan(shown.indexOf('Safari on iPhone'));
  const [, table = ''] = folded.split('</table>');
  expect([shown, folded].map((part) => part.split('Sign out<span').length - 1)).toEqual([2, 4]);
  expect(table).toContain('Sign out all other browsers');
});

test('deletes the cookie when the current browser is signed out from the list', async () => {
  const page = await (await signIn(phone)).open('/dashboard/account');
  const [, id = ''] = /sessions\/(\d+)\/delete/.exec(page.text) ?? [];
  const reply = await owner.submit(`/dashboard/account/sessions/${id}/delete`);
  expect([reply.location, owner.cookies.has('askwell')]).toEqual(['/login', false]);
});

test('signs out all other browsers', async () => {
  const others = [await signIn(phone), await signIn({})];
  const reply = await owner.submit('/dashboard/account/sessions/delete-others');
  expect([reply.status, reply.location]).toEqual([303, '/dashboard/account?notice=others-ended']);
  expect(await isSignedIn(owner)).toBe(true);
  expect(await Promise.all(others.map(isSignedIn))).toEqual([false, false]);
});

test('does not end a session of another account', async () => {
  const otherBrowser = createFormBrowser(server);
  await otherBrowser.submit('/register', { name: 'Other', email: 'other@example.com', password });
  const second = createFormBrowser(server);
  await second.submit('/login', { email: 'other@example.com', password });
  const [, id = ''] = /sessions\/(\d+)\/delete/.exec((await second.open('/dashboard/account')).text) ?? [];
  expect(id).not.toBe('');
  await owner.submit(`/dashboard/account/sessions/${id}/delete`);
  expect(await isSignedIn(otherBrowser)).toBe(true);
});

test('ends all sessions when the password changes and gives this browser a new one', async () => {
  const other = await signIn(phone);
  const oldCookie = owner.cookies.get('askwell');
  const fields = { current_password: password, new_password: 'another good one' };
  const reply = await owner.submit('/dashboard/account/password', fields);
  expect([reply.status, reply.location]).toEqual([303, '/dashboard/account?notice=password-changed']);
  expect([await isSignedIn(owner), await isSignedIn(other)]).toEqual([true, false]);
  const stolen = createFormBrowser(server, { cookie: `askwell=${oldCookie}` });
  expect(await isSignedIn(stolen)).toBe(false);
  expect(await isSignedIn(await signIn({}))).toBe(false);
  expect(await isSignedIn(await signIn({}, 'another good one'))).toBe(true);
});

test('requires the current password and a new one that is long and not easy to guess', async () => {
  const wrong = await owner.submit('/dashboard/account/password', {
    current_password: 'not it',
    new_password: 'another good one',
  });
  expect([wrong.status, wordsOf(wrong)]).toEqual([422, expect.stringContaining('Current password Wrong password.')]);
  const short = await owner.submit('/dashboard/account/password', {
    current_password: password,
    new_password: 'short',
  });
  expect([short.status, wordsOf(short)]).toEqual([422, expect.stringContaining('New password Use at least 8')]);
  for (const [weak, sentence] of [
    ['Password123', 'New password Too common'],
    ['owner2026', 'New password Must not be your name or email'],
  ] as const) {
    const refused = await owner.submit('/dashboard/account/password', {
      current_password: password,
      new_password: weak,
    });
    expect([refused.status, wordsOf(refused)]).toEqual([422, expect.stringContaining(sentence)]);
  }
  expect(await isSignedIn(await signIn({}))).toBe(true);
});

test('deletes all data of the account and nothing else', async () => {
  const otherBrowser = createFormBrowser(server);
  await otherBrowser.submit('/register', { name: 'Other', email: 'other@example.com', password });
  await makeKey(otherBrowser, { name: 'Theirs' });
  // Events are written about a second later, unless they are read.
  for (const browser of [otherBrowser, owner]) await browser.open('/dashboard/account');
  const before = await lastingRows();

  const leaver = createFormBrowser(server);
  await leaver.submit('/register', { name: 'Leaver', email: 'leaver@example.com', password });
  await leaver.submit('/dashboard/sites', { name: 'Gone', origins: 'https://gone.example.com' });
  const [, site = ''] = /<option value="(\d+)">Gone/.exec((await leaver.open('/dashboard/keys')).text) ?? [];
  const key = await makeKey(leaver, { name: 'Gone too', site_id: site });
  await server.fetch(`${server.url}/api/v1/me`, { headers: { 'x-api-key': key } });

  const wrong = await leaver.submit('/dashboard/account/delete', { password: 'not it' });
  expect([wrong.status, wordsOf(wrong)]).toEqual([422, expect.stringContaining('Password Wrong password.')]);
  expect(wrong.text).toContain('<a class="button" href="/dashboard/account">Cancel</a>');
  const oldCookie = leaver.cookies.get('askwell');
  const reply = await leaver.submit('/dashboard/account/delete', { password });
  expect([reply.status, reply.location, leaver.cookies.has('askwell')]).toEqual([303, '/', false]);

  expect(await lastingRows()).toEqual(before);
  expect((await server.fetch(`${server.url}/api/v1/me`, { headers: { 'x-api-key': key } })).status).toBe(401);
  expect(await isSignedIn(createFormBrowser(server, { cookie: `askwell=${oldCookie}` }))).toBe(false);
  expect(await isSignedIn(otherBrowser)).toBe(true);
});
