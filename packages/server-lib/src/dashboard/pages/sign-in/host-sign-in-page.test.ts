import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFormBrowser, type FormBrowser, makeKey, register, wordsOf } from '../../../../test/support/forms.js';
import { startServer, type TestServer } from '../../../../test/support/server.js';
import type { HostUser } from '../../../http/host-user.js';
import type { AskwellOptions } from '../../../options/options.js';

const hostUser: HostUser = { id: 'u1', name: 'Host "H" User', email: 'host@example.com' };

let server: TestServer;
let browser: FormBrowser;
let user: HostUser | null;

async function start(options: Partial<AskwellOptions> = {}): Promise<void> {
  await server?.close();
  server = await startServer({
    // The host knows its users by a header of its own, and receives its own request.
    getUser: ({ headers, request }) =>
      headers.get('x-host-user') === 'u1' && request !== null && typeof request === 'object' && 'socket' in request
        ? user
        : null,
    ...options,
  });
  browser = createFormBrowser(server.url, { 'x-host-user': 'u1' });
}

beforeEach(() => {
  user = hostUser;
  return start();
});
afterEach(() => server.close());

test.each(['open', 'first', 'closed'] as const)(
  'with registration "%s", a user of the host opens the dashboard without a form, a password or a cookie',
  async (registration) => {
    await start({ registration });
    const page = await browser.open('/dashboard/keys');
    expect([page.status, page.headers.get('set-cookie')]).toEqual([200, null]);
    const key = await makeKey(browser, { name: 'Hosted' });
    const me = await fetch(`${server.url}/api/v1/me`, { headers: { 'x-api-key': key } });
    expect(await me.json()).toMatchObject({ data: { name: hostUser.name, email: hostUser.email } });
  },
);

test('the sign-in pages lead a user of the host on to where they wanted to go', async () => {
  for (const path of ['/login', '/register']) {
    expect((await browser.open(`${path}?next=%2Fdashboard%2Fkeys`)).location).toBe('/dashboard/keys');
    expect((await browser.open(path)).location).toBe('/dashboard');
  }
});

test('looking at the landing page creates no account', async () => {
  expect((await browser.open('/')).status).toBe(200);
  await expect(server.askwell.accounts.get('u1')).rejects.toMatchObject({ code: 'not_found' });
});

test('the name and email of an account follow the host', async () => {
  await browser.open('/dashboard');
  const { id } = await server.askwell.accounts.get('u1');
  user = { ...hostUser, name: 'New Name', email: 'new@example.com' };
  await browser.open('/dashboard');
  expect(await server.askwell.accounts.get('u1')).toMatchObject({ id, name: 'New Name', email: 'new@example.com' });
});

test('an email that another account has keeps nobody out who has an account', async () => {
  await browser.open('/dashboard');
  await server.askwell.accounts.ensure({ externalId: 'u2', name: 'Other', email: 'other@example.com' });
  user = { ...hostUser, email: 'other@example.com' };
  expect((await browser.open('/dashboard')).status).toBe(200);
  expect(await server.askwell.accounts.get('u1')).toMatchObject({ email: hostUser.email });
});

test('a new user of the host with an email that another account has is told so', async () => {
  await server.askwell.accounts.ensure({ externalId: 'u2', name: 'Other', email: hostUser.email });
  const page = await browser.open('/dashboard');
  expect([page.status, wordsOf(page)]).toEqual([
    409,
    expect.stringContaining('Another account already uses this email address.'),
  ]);
});

test('with nobody signed in the pages say so, and nothing is created', async () => {
  user = null;
  expect((await browser.open('/dashboard')).location).toBe('/login?next=%2Fdashboard');
  for (const path of ['/register', '/login']) {
    const page = await browser.open(path);
    expect([page.status, wordsOf(page)]).toEqual([200, expect.stringContaining('Sign in to the app first')]);
    expect((await browser.submit(path, { email: hostUser.email, password: 'x' })).status).toBe(403);
  }
});

test('a user without an email is a mistake of the host, which the log names without telling about the person', async () => {
  const lines: unknown[] = [];
  const log = (details: object, message: string) => lines.push({ ...details, message });
  await start({
    logger: { info() {}, warn: log, error: log },
    // What a host without types may return.
    getUser: () => JSON.parse('{ "id": "u1", "name": "Secret Name" }'),
  });
  expect((await browser.open('/dashboard')).status).toBe(500);
  expect(lines).toEqual([
    expect.objectContaining({
      message: 'A request failed.',
      reason: 'getUser: expected a user { id, name, email } or null, but "email" is undefined.',
    }),
  ]);
  await expect(server.askwell.auth.session(new Request(server.url))).rejects.toThrow(TypeError);
});

test('a handler that knows the user says so, with or without getUser', async () => {
  const request = () => new Request(`${server.url}/dashboard/account`);
  const other = { id: 'u7', name: 'Seven', email: 'seven@example.com' };
  for (const options of [{}, { getUser: undefined }]) {
    await start(options);
    const page = await server.askwell.fetch(request(), { user: other });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('seven@example.com')]);
    const stranger = await server.askwell.fetch(request(), { user: null });
    expect(stranger.headers.get('location')).toBe('/login?next=%2Fdashboard%2Faccount');
  }
});

test('host code that knows the user gets their session, with or without getUser', async () => {
  const other = { id: 'u7', name: 'Seven', email: 'seven@example.com' };
  for (const options of [{}, { getUser: undefined }]) {
    await start(options);
    const { auth } = server.askwell;
    // A member of the request, such as the one that Passport sets, is not taken for the user.
    const request = Object.assign(new Request(server.url), { user: other });
    expect(await auth.session(request)).toBeNull();
    expect(await auth.session(request, { user: null })).toBeNull();
    expect(await auth.session(request, { user: other })).toMatchObject({ account: { email: 'seven@example.com' } });
  }
});

test('without a host, the first visitor registers and no other', async () => {
  await start({ getUser: undefined, registration: undefined });
  await register(createFormBrowser(server.url));
  const page = await createFormBrowser(server.url).open('/register');
  expect([page.status, wordsOf(page)]).toEqual([200, expect.stringContaining('Registration is closed')]);
});

test('an account without a password is deleted by typing its email', async () => {
  const page = await browser.open('/dashboard/account');
  expect(page.text).not.toContain('type="password"');
  expect(page.text).not.toContain('/sessions/');
  for (const wrong of ['', 'other@example.com']) {
    const reply = await browser.submit('/dashboard/account/delete', { email: wrong });
    expect([reply.status, wordsOf(reply)]).toEqual([
      422,
      expect.stringContaining('E-mail: Not the email address of this account.'),
    ]);
  }
  expect((await browser.submit('/dashboard/account/delete', { password: '' })).status).toBe(422);
  expect((await browser.open('/dashboard')).status).toBe(200);
  const reply = await browser.submit('/dashboard/account/delete', { email: ' HOST@example.com ' });
  expect([reply.status, reply.location]).toEqual([303, '/']);
  await expect(server.askwell.accounts.get('u1')).rejects.toMatchObject({ code: 'not_found' });
});

test('signing out is done in the host, and the page says so', async () => {
  await browser.open('/dashboard');
  expect((await browser.submit('/logout')).location).toBe('/logout');
  expect(wordsOf(await browser.open('/logout'))).toContain('Sign out there, and you are signed out here too.');
});
