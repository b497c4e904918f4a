import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createFormBrowser,
  type FormBrowser,
  makeKey,
  register,
  wordsOf,
} from '../../../test/support/browser/form-browser.js';
import { createDeferred } from '../../../test/support/deferred.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { HostUser } from '../../http/host-user.js';
import type { AskwellOptions } from '../../instance/options/options.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

const hostUser = { id: 'u1', name: 'Host "H" User', email: 'host@example.com' } satisfies HostUser;

let server: TestServer;
let browser: FormBrowser;
let user: HostUser | null;

async function start(options: Partial<AskwellOptions> = {}): Promise<void> {
  await server?.close();
  server = await startService({
    // The host app identifies its users by a custom header. `request` must be the request object of the host app.
    getUser: ({ headers, request }) =>
      headers.get('x-host-user') === 'u1' && request instanceof Request ? user : null,
    ...options,
  });
  browser = createFormBrowser(server, { 'x-host-user': 'u1' });
}

beforeEach(() => {
  user = hostUser;
  return start();
});
afterEach(() => server.close());

test.each(['open', 'first', 'closed'] as const)(
  'with registration "%s", a user of the host app opens the dashboard without a form, a password or a cookie',
  async (registration) => {
    await start({ registration });
    const page = await browser.open('/dashboard/keys');
    expect([page.status, page.headers.get('set-cookie')]).toEqual([200, null]);
    const key = await makeKey(browser, { name: 'Hosted' });
    const me = await server.fetch(`${server.url}/api/v1/me`, { headers: { 'x-api-key': key } });
    expect(await me.json()).toMatchObject({ data: { name: hostUser.name, email: hostUser.email } });
  },
);

test('the sign-in pages redirect a signed-in user of the host app to `next`', async () => {
  for (const path of ['/login', '/register']) {
    expect((await browser.open(`${path}?next=%2Fdashboard%2Fkeys`)).location).toBe('/dashboard/keys');
    expect((await browser.open(path)).location).toBe('/dashboard');
  }
});

test('the landing page creates no account', async () => {
  expect((await browser.open('/')).status).toBe(200);
  await expect(server.askwell.accounts.get('u1')).rejects.toMatchObject({ code: 'not_found' });
});

test('updates the name and email of an account from the host app', async () => {
  await browser.open('/dashboard');
  const { id } = await server.askwell.accounts.get('u1');
  user = { ...hostUser, name: 'New Name', email: 'new@example.com' };
  await browser.open('/dashboard');
  expect(await server.askwell.accounts.get('u1')).toMatchObject({ id, name: 'New Name', email: 'new@example.com' });
});

test('lets a user with an account sign in even if another account has their new email', async () => {
  await browser.open('/dashboard');
  await server.askwell.accounts.ensure({ externalId: 'u2', name: 'Other', email: 'other@example.com' });
  user = { ...hostUser, email: 'other@example.com' };
  expect((await browser.open('/dashboard')).status).toBe(200);
  expect(await server.askwell.accounts.get('u1')).toMatchObject({ email: hostUser.email });
});

test('shows a conflict to a new user whose email belongs to another account', async () => {
  await server.askwell.accounts.ensure({ externalId: 'u2', name: 'Other', email: hostUser.email });
  const page = await browser.open('/dashboard');
  expect([page.status, wordsOf(page)]).toEqual([
    409,
    expect.stringContaining('Another account already uses this email address.'),
  ]);
});

test('asks users to sign in to the host app first and creates nothing', async () => {
  user = null;
  expect((await browser.open('/dashboard')).location).toBe('/login?next=%2Fdashboard');
  for (const path of ['/register', '/login']) {
    const page = await browser.open(path);
    expect([page.status, wordsOf(page)]).toEqual([200, expect.stringContaining('Sign in to the app first')]);
    expect((await browser.submit(path, { email: hostUser.email, password: 'x' })).status).toBe(403);
  }
});

test('logs an invalid user of the host app without personal data', async () => {
  const lines: unknown[] = [];
  const log = (details: object, message: string) => lines.push({ ...details, message });
  await start({
    logger: { info() {}, warn: log, error: log },
    // A host app without TypeScript may return this.
    getUser: () => JSON.parse('{ "id": "u1", "name": "Secret Name", "email": 7 }'),
  });
  expect((await browser.open('/dashboard')).status).toBe(500);
  expect(lines).toEqual([
    expect.objectContaining({
      message: 'A request failed.',
      reason: 'getUser: expected a user { id, name, email? } or null, but "email" is 7.',
    }),
  ]);
  await expect(server.askwell.auth.session(new Request(server.url))).rejects.toThrow(TypeError);
});

test('a `getUser` that never answers fails its request after ten seconds', async () => {
  const { clock, source } = createTestClock('2026-01-31');
  const lines: unknown[] = [];
  const called = createDeferred();
  await start({
    clock: source,
    logger: { info() {}, warn: (details, message) => lines.push({ ...details, message }), error: () => {} },
    getUser: () => {
      called.resolve();
      return new Promise(() => {});
    },
  });
  const opened = browser.open('/dashboard');
  await called.promise;
  await clock.advance({ seconds: 10 });
  const page = await opened;
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '1']);
  expect(lines).toEqual([expect.objectContaining({ reason: '`getUser` did not answer within 10000 ms.' })]);
});

test('uses the `user` that is passed to a handler, with or without getUser', async () => {
  const request = () => new Request(`${server.url}/dashboard/account`);
  const other = { id: 'u7', name: 'Seven', email: 'seven@example.com' };
  for (const options of [{}, { getUser: undefined }]) {
    await start(options);
    const page = await server.askwell.fetch(request(), { user: other });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('seven@example.com')]);
    const signedOut = await server.askwell.fetch(request(), { user: null });
    expect(signedOut.headers.get('location')).toBe('/login?next=%2Fdashboard%2Faccount');
  }
});

test('returns the session of the `user` that host code passes, with or without getUser', async () => {
  const other = { id: 'u7', name: 'Seven', email: 'seven@example.com' };
  for (const options of [{}, { getUser: undefined }]) {
    await start(options);
    const { auth } = server.askwell;
    // Ignores `request.user`, which for example Passport sets.
    const request = Object.assign(new Request(server.url), { user: other });
    expect(await auth.session(request)).toBeNull();
    expect(await auth.session(request, { user: null })).toBeNull();
    expect(await auth.session(request, { user: other })).toMatchObject({ account: { email: 'seven@example.com' } });
  }
});

test('without getUser, only the first visitor can register', async () => {
  await start({ getUser: undefined, registration: undefined });
  await register(createFormBrowser(server));
  const page = await createFormBrowser(server).open('/register');
  expect([page.status, wordsOf(page)]).toEqual([200, expect.stringContaining('Registration is closed')]);
});

test('requires the email to delete an account without a password', async () => {
  const page = await browser.open('/dashboard/account');
  expect(page.text).not.toContain('type="password"');
  expect(page.text).not.toContain('/sessions/');
  for (const wrong of ['', 'other@example.com']) {
    const reply = await browser.submit('/dashboard/account/delete', { email: wrong });
    expect([reply.status, wordsOf(reply)]).toEqual([
      422,
      expect.stringContaining('Email Not the email address of this account.'),
    ]);
  }
  expect((await browser.submit('/dashboard/account/delete', { password: '' })).status).toBe(422);
  expect((await browser.open('/dashboard')).status).toBe(200);
  const reply = await browser.submit('/dashboard/account/delete', { email: ' HOST@example.com ' });
  expect([reply.status, reply.location]).toEqual([303, '/']);
  await expect(server.askwell.accounts.get('u1')).rejects.toMatchObject({ code: 'not_found' });
});

test('says that users sign out in the host app', async () => {
  await browser.open('/dashboard');
  expect((await browser.submit('/logout')).location).toBe('/logout');
  expect(wordsOf(await browser.open('/logout'))).toContain('To sign out, sign out there.');
});
