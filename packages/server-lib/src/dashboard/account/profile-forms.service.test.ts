import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFormBrowser, type FormBrowser, makeKey, wordsOf } from '../../../test/support/browser/form-browser.js';
import { collect } from '../../../test/support/collect.js';
import { call } from '../../../test/support/http/http-client.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { setEmail } from '../../owners/accounts/profile-queries.js';
import { verifyEmail } from '../../owners/accounts/verification-queries.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

const password = 'correct horse battery';

const { clock, source } = createTestClock('2026-01-31');
let count = 0;
let server: TestServer;
let lines: object[];
let owner: FormBrowser;
let email: string;
beforeAll(async () => {
  const note = (details: object, message: string) => lines.push({ ...details, message });
  server = await startService({ clock: source, logger: { info: note, warn: note, error: note } });
});
beforeEach(async () => {
  await clock.advance({ minutes: 60 });
  lines = [];
  email = `owner${++count}@example.com`;
  owner = await registerAs(email);
});
afterAll(() => server.close());

/** Creates a browser of the one client of this file. */
const newBrowser = (instance = server) => createFormBrowser(instance, { 'x-forwarded-for': '203.0.113.7' });

async function registerAs(address: string, instance = server): Promise<FormBrowser> {
  const browser = newBrowser(instance);
  const { status } = await browser.submit('/register', { name: 'Owner', email: address, password });
  expect(status).toBe(303);
  return browser;
}

async function signIn(address: string): Promise<FormBrowser> {
  const browser = newBrowser();
  await browser.submit('/login', { email: address, password });
  return browser;
}

const isSignedIn = async (browser: FormBrowser) => (await browser.open('/dashboard')).status === 200;
const changeName = (name: string) => owner.submit('/dashboard/account/name', { name });
const changeEmail = (address: string, secret = password, browser = owner) =>
  browser.submit('/dashboard/account/email', { email: address, current_password: secret });

async function accountOf(key: string): Promise<{ name: string; email: string }> {
  return JSON.parse((await call(server, 'GET', '/api/v1/me', { key })).text).data;
}

describe('the name', () => {
  test('changes in the dashboard and for the next request of a key', async () => {
    const key = await makeKey(owner, { name: 'Key' });
    expect(await accountOf(key)).toMatchObject({ name: 'Owner' });
    const reply = await changeName('  Olive 🫒 ');
    expect([reply.status, reply.location]).toEqual([303, '/dashboard/account?notice=name-saved']);
    expect(await accountOf(key)).toMatchObject({ name: 'Olive 🫒', email });
    const page = await owner.open('/dashboard/account?notice=name-saved');
    expect(page.text).toContain('name="name" required autocomplete="name" value="Olive 🫒"');
    expect(wordsOf(page)).toContain('Name saved.');
    expect(lines).toEqual([expect.objectContaining({ event: 'registered' }), expect.anything()]);
  });

  test('is text in every page', async () => {
    const name = '<img src=x onerror=alert(1)>"\'&amp;\u202e';
    expect((await changeName(name)).status).toBe(303);
    for (const path of ['/dashboard', '/dashboard/account']) {
      const page = await owner.open(path);
      expect(page.text).not.toContain('<img src=x');
      expect(page.text).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;amp;\u202e');
    }
  });

  test.each([
    ['nothing', '', 'Name Enter a name.'],
    ['spaces', ' \t ', 'Name Enter a name.'],
    ['101 characters', '🫒'.repeat(101), 'Name Use at most 100 characters.'],
    ['NUL', 'a\0b', 'Name Contains characters that are not allowed'],
  ])('cannot be %s', async (_what, name, message) => {
    const reply = await changeName(name);
    expect([reply.status, wordsOf(reply)]).toEqual([422, expect.stringContaining(message)]);
    expect(wordsOf(await owner.open('/dashboard'))).toContain('Welcome, Owner');
  });
});

describe('the email', () => {
  test('changes for signing in, for keys and for the command line, and keeps all sessions', async () => {
    const other = await signIn(email);
    const key = await makeKey(owner, { name: 'Key' });
    const next = `New.${email}`;
    const reply = await changeEmail(` ${next} `);
    expect([reply.status, reply.location]).toEqual([303, '/dashboard/account?notice=email-saved']);
    expect(await accountOf(key)).toMatchObject({ name: 'Owner', email: next });
    expect(await Promise.all([owner, other].map(isSignedIn))).toEqual([true, true]);
    expect(await isSignedIn(await signIn(email))).toBe(false);
    expect(await isSignedIn(await signIn(next.toUpperCase()))).toBe(true);
    expect(await server.services.accounts.resetPassword(email, 'one more password')).toBe(false);
    expect(await server.services.accounts.resetPassword(next, 'one more password')).toBe(true);
  });

  test('is recorded for the owner with the previous email, and logged without it', async () => {
    await changeEmail(`new.${email}`);
    const page = await owner.open('/dashboard/account');
    expect(wordsOf(page)).toContain(`Email changed ${email} → new.${email}`);
    const line = lines.find((details) => 'event' in details && details.event === 'email_changed');
    expect(line).toEqual({
      event: 'email_changed',
      account: expect.any(Number),
      client: expect.stringMatching(/^[0-9a-f]{8}$/),
      message: 'Security event: the email of an account was changed.',
    });
    expect(JSON.stringify(lines)).not.toContain('@');
  });

  test('can change its case, and saving the same one records nothing', async () => {
    // More often than the limit for trying emails of other accounts allows.
    for (let nth = 0; nth < 11; nth++) expect((await changeEmail(email.toUpperCase())).status).toBe(303);
    const words = wordsOf(await owner.open('/dashboard/account'));
    expect(words).toContain(`Email ${email.toUpperCase()}`);
    expect(words.match(/Email changed/g)).toHaveLength(1);
  });

  test('changes only with the current password, and the previous one is free for others', async () => {
    const wrong = await changeEmail(`new.${email}`, 'wrong horse battery');
    expect([wrong.status, wordsOf(wrong)]).toEqual([422, expect.stringContaining('Current password Wrong password.')]);
    expect(wrong.text).toContain('<a class="button" href="/dashboard/account">Cancel</a>');
    expect(wrong.text).toContain(`value="new.${email}"`);
    expect(wrong.text).not.toContain('wrong horse battery');
    const events = wordsOf(await owner.open('/dashboard/account'));
    expect(events).toContain('Wrong password in a signed-in browser');
    expect(events).not.toContain('Email changed');
    expect((await changeEmail(`new.${email}`)).status).toBe(303);
    expect(await isSignedIn(await registerAs(email))).toBe(true);
  });

  test('shares the limit of wrong passwords with the other forms of the session', { timeout: 120_000 }, async () => {
    for (let nth = 0; nth < 5; nth++) {
      expect((await changeEmail(`new.${email}`, 'wrong')).status).toBe(422);
      const fields = { current_password: 'wrong', new_password: 'quite another one' };
      expect((await owner.submit('/dashboard/account/password', fields)).status).toBe(422);
    }
    const refused = await changeEmail(`new.${email}`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900']);
    expect(wordsOf(refused)).toContain('Too many attempts. Try again in 15 minutes.');
    await clock.advance({ minutes: 15 });
    expect((await changeEmail(`new.${email}`)).status).toBe(303);
  });

  test('of another account is refused, and can be tried at most ten times', { timeout: 120_000 }, async () => {
    const taken = `taken${count}@example.com`;
    await registerAs(taken);
    for (let nth = 0; nth < 9; nth++) {
      const refused = await changeEmail(taken.toUpperCase());
      expect([refused.status, wordsOf(refused)]).toEqual([
        422,
        expect.stringContaining('New email Already registered.'),
      ]);
    }
    const registration = { name: 'Owner', email: taken, password };
    expect((await newBrowser().submit('/register', registration)).status).toBe(422);
    const statuses = [
      await changeEmail(taken),
      await changeEmail(`new.${email}`),
      await newBrowser().submit('/register', { ...registration, email: `fresh${count}@example.com` }),
    ].map((reply) => [reply.status, reply.headers.get('retry-after')]);
    expect(statuses).toEqual(Array(3).fill([429, '900']));
    await clock.advance({ minutes: 15 });
    expect((await changeEmail(`new.${email}`)).status).toBe(303);
  });

  test.each([
    ['missing', {}, 'New email Enter an email address.'],
    ['empty', { email: ' ' }, 'New email Enter an email address.'],
    ['not an address', { email: 'owner' }, 'New email Enter an email address like'],
    ['too long', { email: `${'x'.repeat(250)}@example.com` }, 'New email Use at most 254 characters.'],
    ['markup', { email: '<b>@example.com' }, 'New email Enter an email address like'],
  ])('cannot be %s', async (_what, fields: Record<string, string>, message) => {
    const sent = { ...fields, current_password: password };
    const reply = await owner.submit('/dashboard/account/email', sent);
    expect([reply.status, wordsOf(reply)]).toEqual([422, expect.stringContaining(message)]);
    expect(wordsOf(await owner.open('/dashboard/account'))).toContain(`Email ${email}`);
  });

  test('is sent once, with the password', async () => {
    for (const fields of [
      { email: `new.${email}` },
      [
        ['email', `new.${email}`],
        ['email', `newer.${email}`],
        ['current_password', password],
      ] as const,
      { email: `new.${email}`, current_password: password, account: '1' },
    ]) {
      expect((await owner.submit('/dashboard/account/email', fields)).status).toBe(422);
    }
    expect(wordsOf(await owner.open('/dashboard/account'))).toContain(`Email ${email}`);
  });

  test('is not changed if the password has changed since it was verified', async () => {
    const accounts = await collect(server.askwell.accounts.list());
    const account = accounts.find((each) => each.email === email)?.id ?? expect.unreachable('There is an account.');
    const emailFolded = `new.${email}`;
    const sendsEmails = { link: false, notice: false };
    const change = { account, email: emailFolded, emailFolded, expectedPassword: 'another hash', at: 1, sendsEmails };
    expect(await server.services.store.run(setEmail, change)).toEqual({ refused: 'changed' });
  });

  test('goes to only one of two accounts that request it at the same time in two processes', async () => {
    const second = await startService({ database: server.database, clock: source });
    try {
      const rival = await registerAs(`rival${count}@example.com`, second);
      const wanted = `wanted${count}@example.com`;
      const replies = await Promise.all([changeEmail(wanted), changeEmail(wanted.toUpperCase(), password, rival)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([303, 422]);
    } finally {
      await second.close();
    }
  });
});

describe('a host user', () => {
  let host: TestServer;
  afterEach(() => host.close());

  test('reads the name and email, which only the host app changes', async () => {
    const user = { id: 'u1', name: 'Olive <b>', email: 'olive@example.com' };
    host = await startService({ getUser: () => user });
    owner = createFormBrowser(host);
    const page = await owner.open('/dashboard/account');
    expect(wordsOf(page)).toContain('Name Olive <b> Email olive@example.com Your name and email come from the app');
    expect(page.text).not.toContain('/dashboard/account/email');
    for (const reply of [await changeName('Other'), await changeEmail('other@example.com')]) {
      expect([reply.status, wordsOf(reply)]).toEqual([403, expect.stringContaining('Change them there.')]);
    }
    user.name = 'Olivia';
    expect(wordsOf(await owner.open('/dashboard/account'))).toContain('Name Olivia Email olive@example.com');
  });

  test('who also has a password cannot change them either', async () => {
    host = await startService();
    const linked = await registerAs('linked@example.com', host);
    expect((await changeEmail('own@example.com', password, linked)).status).toBe(303);
    const draft = { externalId: 'u1', name: 'Of the host', linkEmail: true };
    const found = (await collect(host.askwell.accounts.list()))[0] ?? expect.unreachable('There is an account.');
    await host.services.store.run(verifyEmail, { account: found.id, expectedEmail: found.email ?? '', at: 1 });
    await host.askwell.accounts.ensure({ ...draft, email: 'own@example.com' });
    expect(wordsOf(await linked.open('/dashboard/account'))).toContain('Name Of the host Email own@example.com');
    expect((await changeEmail('mine@example.com', password, linked)).status).toBe(403);
    await host.askwell.accounts.ensure({ ...draft, email: 'moved@example.com' });
    expect(wordsOf(await linked.open('/dashboard/account'))).toContain('own@example.com → moved@example.com');
  });
});
