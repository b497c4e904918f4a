import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFormBrowser, makeKey, wordsOf } from '../../../test/support/browser/form-browser.js';
import { collect } from '../../../test/support/collect.js';
import { Mailbox } from '../../../test/support/email/mailbox.js';
import { call } from '../../../test/support/http/http-client.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { HostUser } from '../../http/host-user.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

const mail = new Mailbox();
const { clock, source } = createTestClock('2026-01-31');
let server: TestServer;
let user: HostUser;
beforeAll(async () => {
  server = await startService({
    baseUrl: 'https://polls.example.com',
    clock: source,
    getUser: () => user,
    email: { url: mail.url, from: 'Polls <noreply@example.com>' },
  });
});
afterAll(() => server.close());

describe('a user without an email', () => {
  test.each([[undefined], [null]])('gets an account, like the next user without an email, with %j', async (email) => {
    for (const id of [`a-${email}`, `b-${email}`]) {
      user = { id, name: 'Nameless', email };
      const browser = createFormBrowser(server);
      expect((await browser.open('/dashboard')).status).toBe(200);
      expect(await server.askwell.accounts.get(id)).toMatchObject({ email: null, emailVerified: false });
    }
    const listed = await collect(server.askwell.accounts.list());
    expect(listed.filter(({ externalId }) => externalId?.endsWith(`-${email}`))).toHaveLength(2);
  });

  test('sees pages that show no email, and no form to verify or change one', async () => {
    user = { id: 'pages', name: 'Page Reader', email: null };
    const browser = createFormBrowser(server);
    const account = await browser.open('/dashboard/account');
    expect(wordsOf(account)).toContain('Name Page Reader Your name comes from the app that signs you in.');
    expect(account.text).not.toMatch(/verify-email|account\/email|null|undefined/);
    const poll = await server.askwell.polls.create('pages', { title: 'Lunch?', options: ['a', 'b'] });
    const share = await browser.open(`/dashboard/asks/${poll.id}/share`);
    expect(share.status).toBe(200);
    expect(wordsOf(share)).not.toContain('Email about new answers');
  });

  test('has an account with an empty email for holders of an API key', async () => {
    user = { id: 'keys', name: 'Key Holder' };
    const key = await makeKey(createFormBrowser(server), { name: 'Test' });
    const me = await call(server, 'GET', '/api/v1/me', { key });
    expect(me).toMatchObject({ status: 200, body: { data: { name: 'Key Holder', email: '' } } });
    expect((await server.askwell.auth.authenticate({ 'x-api-key': key }))?.account.email).toBeNull();
  });

  test('causes no receipts and notices', async () => {
    user = { id: 'mail', name: 'Mailless', emailVerified: true };
    const form = await server.askwell.forms.create(
      await server.askwell.accounts.ensure({ externalId: 'mail', name: 'M' }),
      {
        title: 'Feedback',
        receipt: true,
        fields: [{ id: 'email', type: 'email', label: 'Email' }],
      },
    );
    const browser = createFormBrowser(server);
    await browser.submit(`/dashboard/asks/${form.id}/share/notices`, { timing: 'at_once' });
    await server.askwell.forms.submit(form.id, { answers: { email: 'ada@example.net' } });
    expect((await browser.submit('/dashboard/account/verify-email')).status).toBe(303);
    await clock.advance({ days: 1 });
    expect(mail.emails).toEqual([]);
  });

  test('deletes the account by entering the name', async () => {
    user = { id: 'leaver', name: 'Lea Ver' };
    const browser = createFormBrowser(server);
    expect(wordsOf(await browser.open('/dashboard/account'))).toContain('Enter your name to confirm.');
    const wrong = await browser.submit('/dashboard/account/delete', { name: 'Somebody' });
    expect([wrong.status, wordsOf(wrong)]).toEqual([422, expect.stringContaining('Not the name of this account.')]);
    expect((await browser.submit('/dashboard/account/delete', { name: 'Lea Ver' })).status).toBe(303);
    await expect(server.askwell.accounts.get('leaver')).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('an email can be added, and removed again with its verification', async () => {
  const { accounts } = server.askwell;
  const draft = { externalId: 'changing', name: 'Changing' };
  const { id } = await accounts.ensure(draft);
  const added = await accounts.ensure({ ...draft, email: 'changing@example.com', emailVerified: true });
  expect(added).toMatchObject({ id, email: 'changing@example.com', emailVerified: true });
  expect(await accounts.ensure({ ...draft, email: null, emailVerified: true })).toMatchObject({
    id,
    email: null,
    emailVerified: false,
  });
  // The address is free again.
  expect(await accounts.ensure({ externalId: 'next', name: 'Next', email: 'changing@example.com' })).toMatchObject({
    email: 'changing@example.com',
  });
  const events = await server.services.securityEvents.list(id);
  expect(events.map(({ subject }) => subject)).toEqual(['changing@example.com → none', 'none → changing@example.com']);
});

test('nobody signs in or resets a password with what is stored instead of an email', async () => {
  const open = await startService({
    baseUrl: 'https://polls.example.com',
    email: { url: mail.url, from: 'a@example.com' },
  });
  try {
    await open.askwell.accounts.ensure({ externalId: 'u1', name: 'Stored' });
    const browser = createFormBrowser(open);
    for (const email of ['', 'user:u1'])
      expect((await browser.submit('/login', { email, password: 'correct horse' })).status).toBe(422);
    expect(await open.services.accounts.resetPassword('user:u1', 'correct horse battery')).toBe(false);
    expect(await open.services.accounts.resetPassword('', 'correct horse battery')).toBe(false);
  } finally {
    await open.close();
  }
});
