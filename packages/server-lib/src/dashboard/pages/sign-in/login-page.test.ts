import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createFormBrowser, type FormBrowser, wordsOf } from '../../../../test/support/forms.js';
import { createOwner, type Owner } from '../../../../test/support/owner.js';
import { startServer, type TestServer } from '../../../../test/support/server.js';
import { deleteAccount } from '../../../removal/removal-queries.js';

let server: TestServer;
let owner: Owner;
beforeAll(async () => {
  server = await startServer();
  owner = await createOwner(server.services);
});
afterAll(() => server.close());

const logIn = (browser: FormBrowser, fields: Record<string, string> = {}) =>
  browser.submit('/login', { email: owner.email, password: owner.password, ...fields });

/** The status of a page behind the login for a cookie alone. */
const opens = async (cookie: string | undefined) =>
  (await createFormBrowser(server.url).open('/dashboard', { cookie: `askwell=${cookie}` })).status;

test('an e-mail, however it is written, and its password open the dashboard', async () => {
  const browser = createFormBrowser(server.url);
  const reply = await logIn(browser, { email: ` ${owner.email.toUpperCase()} ` });
  expect([reply.status, reply.location, reply.headers.get('cache-control')]).toEqual([303, '/dashboard', 'no-store']);
  expect((await browser.open('/dashboard')).status).toBe(200);
});

test('an unknown address and a wrong password are told in the same words', async () => {
  const wrong = await logIn(createFormBrowser(server.url), { password: 'wrong' });
  const unknown = await logIn(createFormBrowser(server.url), { email: 'nobody@example.com' });
  expect([wrong.status, unknown.status]).toEqual([422, 422]);
  expect(wrong.text.replaceAll(owner.email, 'nobody@example.com')).toBe(unknown.text);
  expect(wordsOf(wrong)).toContain('That e-mail and password do not belong together.');
  expect(wrong.text).not.toContain('value="wrong"');
});

test('a login opens nothing when a new password, or the end of the account, overtakes it', async () => {
  const { accounts, store } = server.services;
  const { signIn: verify } = accounts;
  const overtaking: ((of: Owner) => Promise<unknown>)[] = [
    ({ email }) => accounts.resetPassword(email, 'another good one'),
    ({ session }) => store.run(deleteAccount, { account: session.account.id, at: 0 }),
  ];
  for (const overtake of overtaking) {
    const late = await createOwner(server.services);
    vi.spyOn(accounts, 'signIn').mockImplementationOnce(async (given, client) => {
      const account = await verify(given, client);
      await overtake(late);
      return account;
    });
    const browser = createFormBrowser(server.url);
    const reply = await logIn(browser, { email: late.email, password: late.password });
    expect([reply.status, browser.cookies.get('askwell')]).toEqual([409, undefined]);
    expect(wordsOf(reply)).toContain('Log in again.');
  }
  vi.restoreAllMocks();
});

describe('after a login', () => {
  test('a cookie from before opens nothing, whether it was made up or ours', async () => {
    const browser = createFormBrowser(server.url);
    const planted = 'A'.repeat(43);
    browser.cookies.set('askwell', planted);
    await logIn(browser);
    const first = browser.cookies.get('askwell');
    expect(first).not.toBe(planted);
    expect(await opens(planted)).toBe(303);
    await logIn(browser);
    expect(browser.cookies.get('askwell')).not.toBe(first);
    expect(await opens(first)).toBe(303);
    expect(await opens(browser.cookies.get('askwell'))).toBe(200);
  });

  test('logging out ends the session, takes the cookie, and a kept copy opens nothing', async () => {
    const browser = createFormBrowser(server.url);
    await logIn(browser);
    const kept = browser.cookies.get('askwell');
    const page = await browser.open('/logout');
    expect([page.status, wordsOf(page)]).toEqual([200, expect.stringContaining(owner.email)]);
    const reply = await browser.submit('/logout');
    expect([reply.status, reply.location]).toEqual([303, '/login']);
    expect(reply.headers.get('set-cookie')).toBe('askwell=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax');
    expect(browser.cookies.has('askwell')).toBe(false);
    expect(await opens(kept)).toBe(303);
    expect((await browser.open('/logout')).location).toBe('/login');
  });
});

describe('next', () => {
  test('is carried through the form, also past a wrong password', async () => {
    const browser = createFormBrowser(server.url);
    const { location } = await browser.open('/dashboard/keys?a=1');
    const form = await browser.open(location ?? '');
    expect(form.text).toContain('name="next" value="/dashboard/keys?a=1"');
    const again = await logIn(browser, { password: 'wrong', next: '/dashboard/keys?a=1' });
    expect(again.text).toContain('name="next" value="/dashboard/keys?a=1"');
    expect((await logIn(browser, { next: '/dashboard/keys?a=1' })).location).toBe('/dashboard/keys?a=1');
    expect((await browser.open('/login?next=%2Fdashboard%2Fsites')).location).toBe('/dashboard/sites');
  });

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/%2f/evil.example', '/\t/evil.example'])(
    '%j leads to the dashboard',
    async (next) => {
      const browser = createFormBrowser(server.url);
      expect((await browser.open(`/login?next=${encodeURIComponent(next)}`)).text).not.toContain('name="next"');
      expect((await logIn(browser, { next })).location).toBe('/dashboard');
    },
  );
});

test('guessing is slowed down for the account, and waiting helps', async () => {
  const clock = { now: Date.now() };
  const own = await startServer({ clock: () => clock.now });
  try {
    const { email, password } = await createOwner(own.services);
    const browser = createFormBrowser(own.url);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 10; attempt++) {
      statuses.push((await browser.submit('/login', { email, password: `wrong ${attempt}` })).status);
    }
    expect(statuses).toEqual(Array(10).fill(422));
    const refused = await browser.submit('/login', { email, password });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900']);
    expect(wordsOf(refused)).toContain('Too many attempts. Try again in 15 minutes.');
    clock.now += 900_000;
    expect((await browser.submit('/login', { email, password })).status).toBe(303);
  } finally {
    await own.close();
  }
});

test('the cookie is bound to its host under https', async () => {
  const own = await startServer({ baseUrl: 'https://polls.example.com' });
  try {
    const { email, password } = await createOwner(own.services);
    const browser = createFormBrowser(own.url);
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
