import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createFormBrowser, type FormBrowser, wordsOf } from '../../../test/support/browser/form-browser.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { deleteAccount } from '../../owners/removal/removal-queries.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

let server: TestServer;
let owner: Owner;
beforeAll(async () => {
  server = await startService();
  owner = await createOwner(server.services);
});
afterAll(() => server.close());

const signIn = (browser: FormBrowser, fields: Record<string, string> = {}) =>
  browser.submit('/login', { email: owner.email, password: owner.password, ...fields });

/** Returns the status of the dashboard for a session cookie. */
const statusFor = async (cookie: string | undefined) =>
  (await createFormBrowser(server).open('/dashboard', { cookie: `askwell=${cookie}` })).status;

test('signs in with an email in any case and its password', async () => {
  const browser = createFormBrowser(server);
  const reply = await signIn(browser, { email: ` ${owner.email.toUpperCase()} ` });
  expect([reply.status, reply.location, reply.headers.get('cache-control')]).toEqual([303, '/dashboard', 'no-store']);
  expect((await browser.open('/dashboard')).status).toBe(200);
});

test('shows the same message for an unknown email and a wrong password', async () => {
  const wrong = await signIn(createFormBrowser(server), { password: 'wrong' });
  const unknown = await signIn(createFormBrowser(server), { email: 'nobody@example.com' });
  expect([wrong.status, unknown.status]).toEqual([422, 422]);
  expect(wrong.text.replaceAll(owner.email, 'nobody@example.com')).toBe(unknown.text);
  expect(wordsOf(wrong)).toContain('Wrong email or password.');
  expect(wrong.text).not.toContain('value="wrong"');
});

test('creates no session if the password changes or the account is deleted during sign-in', async () => {
  const { accounts, store } = server.services;
  const { signIn: verify } = accounts;
  const concurrentChanges: ((owner: Owner) => Promise<unknown>)[] = [
    ({ email }) => accounts.resetPassword(email, 'another good one'),
    ({ session }) => store.run(deleteAccount, { account: session.account.id, at: 0 }),
  ];
  for (const change of concurrentChanges) {
    const late = await createOwner(server.services);
    vi.spyOn(accounts, 'signIn').mockImplementationOnce(async (credentials, client) => {
      const account = await verify(credentials, client);
      await change(late);
      return account;
    });
    const browser = createFormBrowser(server);
    const reply = await signIn(browser, { email: late.email, password: late.password });
    expect([reply.status, browser.cookies.get('askwell')]).toEqual([409, undefined]);
    expect(wordsOf(reply)).toContain('Sign in again.');
  }
  vi.restoreAllMocks();
});

describe('after sign-in', () => {
  test('earlier session cookies are invalid', async () => {
    const browser = createFormBrowser(server);
    const planted = 'A'.repeat(43);
    browser.cookies.set('askwell', planted);
    await signIn(browser);
    const first = browser.cookies.get('askwell');
    expect(first).not.toBe(planted);
    expect(await statusFor(planted)).toBe(303);
    await signIn(browser);
    expect(browser.cookies.get('askwell')).not.toBe(first);
    expect(await statusFor(first)).toBe(303);
    expect(await statusFor(browser.cookies.get('askwell'))).toBe(200);
  });

  test('signing out ends the session and deletes the cookie', async () => {
    const browser = createFormBrowser(server);
    await signIn(browser);
    const oldCookie = browser.cookies.get('askwell');
    const page = await browser.open('/logout');
    expect([page.status, wordsOf(page)]).toEqual([200, expect.stringContaining(owner.email)]);
    const reply = await browser.submit('/logout');
    expect([reply.status, reply.location]).toEqual([303, '/login']);
    expect(reply.headers.get('set-cookie')).toBe('askwell=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax');
    expect(browser.cookies.has('askwell')).toBe(false);
    expect(await statusFor(oldCookie)).toBe(303);
    expect((await browser.open('/logout')).location).toBe('/login');
  });
});

describe('next', () => {
  test('is kept by the form, also after a wrong password', async () => {
    const browser = createFormBrowser(server);
    const { location } = await browser.open('/dashboard/keys?a=1');
    const form = await browser.open(location ?? '');
    expect(form.text).toContain('name="next" value="/dashboard/keys?a=1"');
    const shownAgain = await signIn(browser, { password: 'wrong', next: '/dashboard/keys?a=1' });
    expect(shownAgain.text).toContain('name="next" value="/dashboard/keys?a=1"');
    expect((await signIn(browser, { next: '/dashboard/keys?a=1' })).location).toBe('/dashboard/keys?a=1');
    expect((await browser.open('/login?next=%2Fdashboard%2Fsites')).location).toBe('/dashboard/sites');
  });

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/%2f/evil.example', '/\t/evil.example'])(
    '%j is ignored',
    async (next) => {
      const browser = createFormBrowser(server);
      expect((await browser.open(`/login?next=${encodeURIComponent(next)}`)).text).not.toContain('name="next"');
      expect((await signIn(browser, { next })).location).toBe('/dashboard');
    },
  );
});

test('blocks sign-in for 15 minutes after ten wrong passwords', async () => {
  const { clock, source } = createTestClock('2026-01-31');
  const own = await startService({ clock: source });
  try {
    const { email, password } = await createOwner(own.services);
    const browser = createFormBrowser(own, { 'x-forwarded-for': '203.0.113.7' });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 10; attempt++) {
      statuses.push((await browser.submit('/login', { email, password: `wrong ${attempt}` })).status);
    }
    expect(statuses).toEqual(Array(10).fill(422));
    const refused = await browser.submit('/login', { email, password });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900']);
    expect(wordsOf(refused)).toContain('Too many attempts. Try again in 15 minutes.');
    await clock.advance({ minutes: 15 });
    expect((await browser.submit('/login', { email, password })).status).toBe(303);
  } finally {
    await own.close();
  }
});

test('uses a `__Host-` cookie with https', async () => {
  const own = await startService({ baseUrl: 'https://polls.example.com' });
  try {
    const { email, password } = await createOwner(own.services);
    const browser = createFormBrowser(own);
    const reply = await browser.submit('/login', { email, password });
    expect(reply.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-askwell=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure$/),
      expect.stringMatching(
        /^__Secure-askwell-known=[\w-]{22}\.\w{32}; Path=\/login; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ]);
    expect((await browser.open('/dashboard')).status).toBe(200);
  } finally {
    await own.close();
  }
});
