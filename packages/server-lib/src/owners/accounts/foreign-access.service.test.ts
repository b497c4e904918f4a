import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFormBrowser, type FormBrowser, wordsOf } from '../../../test/support/browser/form-browser.js';
import { Mailbox } from '../../../test/support/email/mailbox.js';
import { call, memberAt } from '../../../test/support/http/http-client.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { Receiver } from '../../../test/support/webhooks/receiver.js';
import { all } from '../../db/sql/statement.js';
import { createTestClock } from '../../tools/testing/test-clock.js';
import { verifyEmail } from './verification-queries.js';

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

const password = 'the password of a squatter';
let count = 0;
const newBrowser = () => createFormBrowser(server, { 'x-forwarded-for': `10.6.0.${++count}` });

/** All ways in which somebody who has registered another person's address can access the account. */
interface Squatter {
  readonly id: number;
  readonly email: string;
  readonly browser: FormBrowser;
  readonly key: string;
  readonly receiver: Receiver;
  readonly resultsPath: string;
  readonly previewPath: string;
  readonly draft: string;
  readonly form: string;
}

async function squat(): Promise<Squatter> {
  const browser = newBrowser();
  const email = `victim${count}@example.com`;
  expect((await browser.submit('/register', { name: 'Squatter', email, password })).status).toBe(303);
  const rows = await server.services.store.read(all<{ id: number }>`
    select id from askwell_accounts where email = ${email}`);
  const id = rows[0]?.id ?? expect.unreachable('There is an account.');
  const page = await browser.submit('/dashboard/keys', { name: 'Of the squatter' });
  const key = /\bask_[0-9A-Za-z]{40}\b/.exec(page.text)?.[0] ?? expect.unreachable('The page has a key.');
  const receiver = new Receiver(clock);
  const webhook = await call(server, 'POST', '/api/v1/webhooks', { key, body: { url: receiver.url } });
  expect(webhook.status).toBe(201);
  receiver.secret = String(memberAt(webhook.body, 'data.secret'));
  const account = await server.askwell.accounts.get({ id });
  const form = await server.askwell.forms.create(account, {
    title: 'Of the squatter',
    receipt: true,
    fields: [{ id: 'email', type: 'email', label: 'Email' }],
  });
  const draft = await server.askwell.polls.create(account, { title: 'Draft', options: ['a', 'b'], status: 'draft' });
  const previewUrl = new URL(await server.askwell.polls.previewUrl(account, draft.id));
  expect((await browser.submit(`/dashboard/asks/${form.id}/share/notices`, { timing: 'at_once' })).status).toBe(303);
  expect((await browser.submit(`/dashboard/asks/${form.id}/results/link`)).status).toBe(303);
  const results = await browser.open(`/dashboard/asks/${form.id}/results`);
  const resultsPath = /\/r\/[0-9a-f]{32}/.exec(results.text)?.[0] ?? expect.unreachable('There is a link.');
  return {
    id,
    email,
    browser,
    key,
    receiver,
    resultsPath,
    draft: draft.id,
    form: form.id,
    previewPath: `${previewUrl.pathname}${previewUrl.search}`,
  };
}

/** Returns which ways still give access to the account, or receive something about it. */
async function waysIn({ id, email, browser, key, resultsPath, previewPath, form, receiver }: Squatter) {
  const before = receiver.accepted.length;
  await server.askwell.forms.submit(form, { answers: { email: 'ada@example.net' } });
  await clock.advance(0);
  const login = await newBrowser().submit('/login', { email, password });
  const listed = await server.services.store.read(all`
    select 'webhook' from askwell_webhooks where account_id = ${id}
    union all select 'notice' from askwell_notices where account_id = ${id}`);
  return {
    key: (await call(server, 'GET', '/api/v1/polls', { key })).status === 200,
    session: (await browser.open('/dashboard')).status === 200,
    password: login.status === 303,
    results: (await newBrowser().open(resultsPath)).status === 200,
    preview: (await newBrowser().open(previewPath)).status === 200,
    event: receiver.accepted.length > before,
    listed: listed.length,
  };
}

const allWays = {
  key: true,
  session: true,
  password: true,
  results: true,
  preview: true,
  event: true,
  listed: 2,
};
const noWays = {
  key: false,
  session: false,
  password: false,
  results: false,
  preview: false,
  event: false,
  listed: 0,
};

const kindsOf = async (id: number) => (await server.services.securityEvents.list(id)).map(({ kind }) => kind);

const link = ({ email }: Squatter, externalId: string, more = {}) =>
  server.askwell.accounts.ensure({ externalId, name: 'Victim', email, linkEmail: true, ...more });

/** Requests a link to reset the password, and opens it. */
async function openReset(email: string): Promise<FormBrowser> {
  const browser = newBrowser();
  await browser.submit('/forgot-password', { email });
  await server.services.passwordResets?.flush();
  await clock.advance(0);
  const text = mail.emails.filter(({ to }) => to === email).at(-1)?.text ?? '';
  const path = /https:\/\/polls\.example\.com(\/reset-password\?token=\S+)/.exec(text)?.[1];
  await browser.open(path ?? expect.unreachable('The email has a link.'));
  return browser;
}

async function verify({ id, email }: Squatter): Promise<void> {
  const input = { account: id, expectedEmail: email, at: clock.now().getTime() * 1_000 };
  expect(await server.services.store.run(verifyEmail, input)).toBe(true);
}

describe('access from before an email was verified', () => {
  test('ends when the host links the account', async () => {
    const squatter = await squat();
    expect(await waysIn(squatter)).toEqual(allWays);
    await clock.advance({ seconds: 1 });
    const account = await link(squatter, 'victim-of-the-host');
    expect(account).toMatchObject({ id: squatter.id, emailVerified: true });
    expect(await waysIn(squatter)).toEqual(noWays);
    expect(await kindsOf(squatter.id)).toContain('access_removed');
    // The content that was created stays, and can be shared again.
    expect((await server.askwell.forms.get(account, squatter.form)).answers_count).toBe(2);
    await clock.advance({ seconds: 1 });
    const preview = new URL(await server.askwell.polls.previewUrl(account, squatter.draft));
    expect((await newBrowser().open(`${preview.pathname}${preview.search}`)).status).toBe(200);
  });

  test('ends when the password is reset by email, whatever is selected', async () => {
    const squatter = await squat();
    expect(await waysIn(squatter)).toEqual(allWays);
    await clock.advance({ seconds: 1 });
    const victim = await openReset(squatter.email);
    const words = wordsOf(await victim.open('/reset-password'));
    expect(words).toContain('somebody else may have created the account');
    expect(words).toContain('API key “Of the squatter”');
    expect(words).toContain(`webhook to ${new URL(squatter.receiver.url).host}`);
    expect((await victim.submit('/reset-password', { password: 'the one of the victim' })).status).toBe(303);
    expect(await waysIn(squatter)).toEqual(noWays);
    expect(await kindsOf(squatter.id)).toEqual(expect.arrayContaining(['access_removed', 'email_verified']));
    expect((await server.askwell.accounts.get({ id: squatter.id })).emailVerified).toBe(true);
  });

  test('causes no receipts and notices afterwards', async () => {
    const squatter = await squat();
    mail.decide = () => ({ failure: 'deferred', code: 'EMESSAGE', reply: 451 });
    await server.askwell.forms.submit(squatter.form, { answers: { email: 'late@example.net' } });
    await link(squatter, 'no-emails');
    mail.decide = () => 'sent';
    await clock.advance({ days: 1 });
    expect(mail.emails.filter(({ to }) => to === 'late@example.net' || to === squatter.email)).toEqual([]);
  });
});

describe('a verified owner', () => {
  test('keeps everything when the host links the account', async () => {
    const owner = await squat();
    await verify(owner);
    await link(owner, 'same-person');
    expect(await waysIn(owner)).toEqual(allWays);
    expect(await kindsOf(owner.id)).not.toContain('access_removed');
  });

  test('chooses at a reset whether API keys, webhooks and links are deleted', async () => {
    for (const isSelected of [true, false]) {
      const owner = await squat();
      await verify(owner);
      await clock.advance({ seconds: 1 });
      const browser = await openReset(owner.email);
      const page = await browser.open('/reset-password');
      expect(page.text).not.toContain('checked');
      expect(wordsOf(page)).toContain('API key “Of the squatter”');
      const fields = { password: 'a new one for myself', access: isSelected ? 'delete' : 'keep' };
      const refused = await browser.submit('/reset-password', { password: fields.password });
      expect([refused.status, wordsOf(refused)]).toEqual([422, expect.stringContaining('Choose Yes or No.')]);
      expect(refused.text).toContain('aria-describedby="reset-password-access-fault reset-password-access-help"');
      expect((await browser.submit('/reset-password', fields)).status).toBe(303);
      const kept = { ...allWays, session: false, password: false };
      expect(await waysIn(owner)).toEqual(isSelected ? noWays : kept);
    }
  });
});

test('emails that wait are not sent once access is deleted', async () => {
  for (const isSelected of [true, false]) {
    const owner = await squat();
    await verify(owner);
    const receiver = `waits${isSelected}@example.net`;
    mail.decide = ({ to }) => (to === receiver ? { failure: 'deferred', code: 'EMESSAGE', reply: 451 } : 'sent');
    await server.askwell.forms.submit(owner.form, { answers: { email: receiver } });
    await clock.advance({ seconds: 1 });
    const browser = await openReset(owner.email);
    mail.decide = () => 'sent';
    const fields = { password: 'a new one for myself', access: isSelected ? 'delete' : 'keep' };
    expect((await browser.submit('/reset-password', fields)).status).toBe(303);
    await clock.advance({ hours: 12 });
    expect(mail.emails.filter(({ to }) => to === receiver)).toHaveLength(isSelected ? 0 : 1);
  }
});

test('an account is not linked by an email that the host has not verified', async () => {
  const squatter = await squat();
  for (const emailVerified of [false, null])
    await expect(link(squatter, 'unverified', { emailVerified })).rejects.toMatchObject({ code: 'conflict' });
  expect(await waysIn(squatter)).toEqual(allWays);
});

test('an email that was changed is not verified any more', async () => {
  const squatter = await squat();
  await verify(squatter);
  const next = `other.${squatter.email}`;
  await squatter.browser.submit('/dashboard/account/email', { email: next, current_password: password });
  await clock.advance({ seconds: 1 });
  await link({ ...squatter, email: next }, 'victim-of-a-change');
  expect(await waysIn({ ...squatter, email: next })).toEqual(noWays);
});
