import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFormBrowser, type FormBrowser, makeKey, wordsOf } from '../../../test/support/forms.js';
import { startServer, type TestServer } from '../../../test/support/server.js';
import type { HostUser } from '../../accounts/accounts.js';

const hostUser: HostUser = { id: 'u1', name: 'Host "H" User', email: 'host@example.com' };

let server: TestServer;
let browser: FormBrowser;
let user: HostUser | null;
beforeEach(async () => {
  user = hostUser;
  // The host tells its users by a header of its own, and sees its own request.
  server = await startServer({
    session: ({ headers, request }) =>
      headers.get('x-host-user') === 'u1' && request !== null && typeof request === 'object' && 'socket' in request
        ? user
        : null,
  });
  browser = createFormBrowser(server.url, { 'x-host-user': 'u1' });
});
afterEach(() => server.close());

test('the user of the host confirms once, and is in without a password or a cookie', async () => {
  expect((await browser.open('/dashboard')).location).toBe('/login?next=%2Fdashboard');
  const login = await browser.open('/login?next=%2Fdashboard%2Fkeys');
  expect(wordsOf(login)).toContain('You are logged in as Host "H" User.');
  expect(login.text).not.toContain('type="password"');
  expect(login.text).toContain('href="/register?next=%2Fdashboard%2Fkeys"');

  const page = await browser.open('/register?next=%2Fdashboard%2Fkeys');
  expect(wordsOf(page)).toContain('Continue as Host "H" User (host@example.com)');
  const reply = await browser.submit('/register', { next: '/dashboard/keys' });
  expect([reply.status, reply.location, reply.headers.get('set-cookie')]).toEqual([303, '/dashboard/keys', null]);
  const key = await makeKey(browser, { name: 'Hosted' });
  const me = await fetch(`${server.url}/api/v1/me`, { headers: { 'x-api-key': key } });
  expect(await me.json()).toMatchObject({ data: { name: hostUser.name, email: hostUser.email } });
  for (const path of ['/register', '/login']) expect((await browser.open(path)).location).toBe('/dashboard');
  expect((await browser.submit('/register')).location).toBe('/dashboard');
});

test('with nobody logged in the pages say so, and nothing is made', async () => {
  user = null;
  for (const path of ['/register', '/login']) {
    const page = await browser.open(path);
    expect([page.status, wordsOf(page)]).toEqual([200, expect.stringContaining('Log in to the app first')]);
  }
  expect((await browser.submit('/register')).status).toBe(403);
  expect((await browser.submit('/login', { email: hostUser.email, password: 'x' })).status).toBe(403);
});

test('a confirmation takes no fields, and an address that is taken is told', async () => {
  const reply = await browser.submit('/register', {
    name: 'Newcomer',
    email: 'newcomer@example.com',
    password: 'long enough',
  });
  expect([reply.status, wordsOf(reply)]).toEqual([422, expect.stringContaining('“email” is not known here.')]);
  await browser.submit('/register');
  user = { ...hostUser, id: 'u2' };
  const taken = await browser.submit('/register');
  expect([taken.status, wordsOf(taken)]).toEqual([422, expect.stringContaining('is already registered')]);
});

test('without a password of its own, an account goes by typing its address', async () => {
  await browser.submit('/register');
  const page = await browser.open('/dashboard/account');
  expect(page.text).not.toContain('type="password"');
  expect(page.text).not.toContain('/sessions/');
  for (const wrong of ['', 'other@example.com']) {
    const reply = await browser.submit('/dashboard/account/delete', { email: wrong });
    expect([reply.status, wordsOf(reply)]).toEqual([
      422,
      expect.stringContaining('E-mail is not the address of this account.'),
    ]);
  }
  expect((await browser.submit('/dashboard/account/delete', { password: '' })).status).toBe(422);
  expect((await browser.open('/dashboard')).status).toBe(200);
  const reply = await browser.submit('/dashboard/account/delete', { email: ' HOST@example.com ' });
  expect([reply.status, reply.location]).toEqual([303, '/']);
  expect((await browser.open('/dashboard')).status).toBe(303);
});

test('logging out is done in the host, and the page says so', async () => {
  await browser.submit('/register');
  expect((await browser.submit('/logout')).location).toBe('/logout');
  expect(wordsOf(await browser.open('/logout'))).toContain('Log out there, and you are logged out here too.');
});
